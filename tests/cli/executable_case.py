"""What the tests of executable categories share: responses, all of them right, and recordings of services."""

import json

from cli_case import SAMPLE, Case

CASSETTE = SAMPLE / "cassette.jsonl"
FORECAST = "https://api.open-meteo.com/v1/forecast"
WEATHER = "get_weather_data(coordinates=[{}])"
# What a model answers, in the words of a prompting model; all of it right.
RESPONSES = {
    "exec_simple": ["[calculate_triangle_area(base=4, height=2.5)]", "[math_factorial(n=6)]",
                    f"[{WEATHER.format('47.4, 9.6')}]"],
    "exec_multiple": ["[calculate_mean(numbers=[4, 7, 5])]", "[math_factorial(n=5)]",
                      "[retrieve_city_based_on_zipcode(zipcode='04101')]"],
    "exec_parallel": ["[calculate_triangle_area(base=5, height=6), calculate_triangle_area(base=3, height=4)]",
                      "[math_factorial(n=3), math_factorial(n=4)]",
                      f"[{WEATHER.format('47.4, 9.6')}, {WEATHER.format('60.2, 24.9')}]"],
    "exec_parallel_multiple": [
        "[calculate_triangle_area(base=2, height=9), calculate_mean(numbers=[1, 2, 6])]",
        f"[{WEATHER.format('47.4, 9.6')}, retrieve_city_based_on_zipcode(zipcode='04101')]",
        "[math_factorial(n=7), calculate_mean(numbers=[2, 3])]"],
    "rest": [f"[requests.get(url='{FORECAST}', params={{'latitude': 47.4, 'longitude': 9.6}})]",
             "[requests.get(url='https://date.nager.at/api/v3/publicholidays/2025/AT')]",
             "[requests.get(url='http://ziptasticapi.com/04101')]"],
}
TOTAL = sum(map(len, RESPONSES.values()))
# Entries whose truth asks a service: one of each category, and all three of rest.
ASKING = 7
NO_KEYS = {name: "" for name in ("RAPID_API_KEY", "GEOCODE_API_KEY", "OMDB_API_KEY",
                                 "EXCHANGERATE_API_KEY", "SERPAPI_API_KEY")}


class ExecutableCase(Case):
    def results(self, changed=None, folder="result", model="good-model"):
        """Result files of a model, the right responses but for `changed` {id: response}."""
        place = self.folder / folder / model
        for category, responses in RESPONSES.items():
            lines = []
            for number, response in enumerate(responses):
                entry = f"{category}_{90000 + number}"
                lines.append(json.dumps({"id": entry, "result": (changed or {}).get(entry, response)}))
            self.write(f"{folder}/{model}/executable/BFCL_v4_{category}_result.json",
                       "\n".join(lines) + "\n")
        return place

    def cassette(self, lines=None, statuses=None):
        """The sample's recording: its first `lines`, the status changed where the URL has a text."""
        records = CASSETTE.read_text().splitlines()[:lines]
        for at, line in enumerate(records):
            record = json.loads(line)
            for part, status in (statuses or {}).items():
                if part in record["request"]["url"]:
                    record["response"]["status"] = status
            records[at] = json.dumps(record)
        return self.write("cassette.jsonl", "\n".join(records) + "\n")

    def run_json(self, command, *arguments, **keywords):
        return json.loads(self.run_program(command, *arguments, "--dataset", SAMPLE, "--format", "json",
                                           **keywords))

    def totals(self, *arguments, **keywords):
        return self.run_json("score", *arguments, **keywords)["models"][0]["totals"]
