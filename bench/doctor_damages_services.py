"""Damages of executable entries: what their services returned, by a recording or by official score files.

The responses stay as they are. A damage changes context.cassette (the records of requests and what services
returned) or context.scores ({name of a score file: its lines}), which the runs of executable entries have.
"""

import json
import re

from doctor_damage import damage

HOSTS = {
    "get_weather_data": "api.open-meteo.com",
    "get_coordinates_from_city": "geocode.maps.co",
    "convert_currency": "v6.exchangerate-api.com",
    "find_term_on_urban_dictionary": "mashape-community-urban-dictionary.p.rapidapi.com",
    "get_coordinate_by_ip_address": "ip-api.com",
    "get_zipcode_by_ip_address": "ip-api.com",
    "get_covid_death_by_country": "covid-193.p.rapidapi.com",
    "get_active_covid_case_by_country": "covid-193.p.rapidapi.com",
    "get_rating_by_amazon_ASIN": "real-time-amazon-data.p.rapidapi.com",
    "get_price_by_amazon_ASIN": "real-time-amazon-data.p.rapidapi.com",
    "get_product_name_by_amazon_ASIN": "real-time-amazon-data.p.rapidapi.com",
    "get_company_name_by_stock_name": "yahoo-finance15.p.rapidapi.com",
    "get_stock_price_by_stock_name": "yahoo-finance15.p.rapidapi.com",
    "get_stock_history": "yahoo-finance15.p.rapidapi.com",
    "retrieve_city_based_on_zipcode": "ziptasticapi.com",
    "retrieve_holiday_by_year": "date.nager.at",
    "get_time_zone_by_coord": "timezone-by-location.p.rapidapi.com",
    "get_movie_rating": "www.omdbapi.com",
    "get_movie_director": "www.omdbapi.com",
}


def is_executable(row):
    return row["id"].startswith(("exec_", "rest_"))


def hosts_of(row, run):
    """The services that the calls of a response, or of its ground truth, query."""
    if not is_executable(row):
        return set()
    text = json.dumps(row["result"]) + run.executable.get(row["id"], "")
    words = set(re.findall(r"\w+", text))
    return {host for name, host in HOSTS.items() if name in words} | set(re.findall(r"https?://([\w.-]+)", text))


def host_in(record):
    return record["request"]["url"].split("://")[-1].split("/")[0]


def change_services(rows, context, change):
    """Changes the records of a share of the services that these rows query; None where there is none."""
    recorded = {host_in(record) for record in context.cassette or []}
    hosts = sorted(recorded & {host for row in rows for host in hosts_of(row, context.run)})
    if not hosts:
        return None
    chosen = set(context.draw.sample(hosts, max(1, round(context.share * len(hosts)))))
    context.cassette[:] = [new for record in context.cassette
                           for new in [change(record) if host_in(record) in chosen else record] if new is not None]
    context.damaged.update(row["id"] for row in context.run.all_rows() if chosen & hosts_of(row, context.run))
    return rows


@damage("services that refuse requests", ["refused_requests"], whole=True)
def refusing_services(rows, context):
    status, body = context.text((429, {"message": "You have exceeded the MONTHLY quota"}), (503, "upstream error"))
    return change_services(rows, context,
                           lambda record: {**record, "response": {"status": status, "body": body}})


@damage("keys that services refuse", ["refused_requests"], whole=True)
def refused_keys(rows, context):
    status, body = context.text((401, {"error": "Invalid API key"}), (403, {"message": "You are not subscribed"}))
    return change_services(rows, context,
                           lambda record: {**record, "response": {"status": status, "body": body}})


@damage("a recording without some services", ["skipped_entries"], whole=True)
def incomplete_recording(rows, context):
    return change_services(rows, context, lambda record: None)


@damage("services that know nothing", also={"impossible_answers"}, whole=True)
def unhelpful_services(rows, context):
    """Requests that a service understands and answers without data: the entries fail, and nobody refused."""
    status = context.text(404, 400)
    return change_services(rows, context,
                           lambda record: {**record, "response": {"status": status, "body": {"error": "unknown"}}})


@damage("a recording in another order", whole=True)
def other_order(rows, context):
    if not context.cassette or not any(map(is_executable, rows)):
        return None
    context.cassette.sort(key=lambda record: json.dumps(record["request"]), reverse=context.text(False, True))
    return rows


REFUSED = ("Execution result status code is not 200, got 429",
           "Error in execution: 'f()'. Error: HTTPSConnectionPool(host='a.example', port=443): Max retries exceeded")
# Failures of a model, which no service refused.
FAILED = ("Execution result status code is not 200, got 404", "Key inconsistency",
          "Wrong execution result for 'f()'. Expected: 429, but got: 503.")


@damage("an official score with refused requests", ["refused_officially"], whole=True)
def refused_score(rows, context):
    fitting = [row["id"] for row in rows if hosts_of(row, context.run)]
    if not fitting or context.cassette is None:
        return None
    chosen = set(context.draw.sample(fitting, max(1, round(context.share * len(fitting)))))
    lines = [{"accuracy": 0.5, "correct_count": len(rows) // 2, "total_count": len(rows)}]
    for row in rows:
        if row["id"] in chosen:
            lines.append({"id": row["id"], "valid": False, "error": [context.text(*REFUSED)]})
        elif context.draw.random() < 0.3:
            lines.append({"id": row["id"], "valid": False, "error": [context.draw.choice(FAILED)]})
    category = rows[0]["id"].rpartition("_")[0]
    context.scores[f"BFCL_v3_{category}_score.json"] = lines
    context.damaged.update(chosen)
    return rows


@damage("an official score of failures", whole=True)
def failed_score(rows, context):
    if context.cassette is None or not any(map(is_executable, rows)):
        return None
    lines = [{"accuracy": 0, "correct_count": 0, "total_count": len(rows)}]
    lines += [{"id": row["id"], "valid": False, "error": [context.draw.choice(FAILED)]}
              for row in rows if context.draw.random() < context.share]
    category = rows[0]["id"].rpartition("_")[0]
    context.scores[f"BFCL_v3_{category}_score.json"] = lines
    return rows
