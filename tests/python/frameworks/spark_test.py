"""The recipe for Spark of python/README.md: mapInPandas with bfclx.ray.Scorer, as it stands there."""

import os
import re
import shutil
import sys
import unittest

import bfclx

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def recipe():
    with open(os.path.join(ROOT, "python", "README.md")) as page:
        return re.search(r"```python\n(# Spark\n.*?)```", page.read(), re.S)[1]


class Spark(unittest.TestCase):
    def test_rows_have_the_verdicts_of_one_process(self):
        if shutil.which("java") is None:
            print("SKIPPED: Spark needs Java, which is not here", file=sys.stderr)
            self.skipTest("no Java")
        from pyspark.sql import SparkSession

        os.environ["PYSPARK_PYTHON"] = sys.executable
        spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
                 .config("spark.driver.host", "127.0.0.1")
                 .config("spark.driver.bindAddress", "127.0.0.1").getOrCreate())
        spark.sparkContext.setLogLevel("ERROR")
        try:
            dataset = bfclx.Dataset.sample()
            ids = [one for name in ("simple_python", "multiple", "irrelevance") for one in dataset.ids(name)]
            responses = [(ids[at % len(ids)], ("no call", "[f(x=1)]", "[g(")[at // 7 % 3]) for at in range(5000)]
            names = {"rows": spark.createDataFrame(responses, "id string, result string").repartition(4),
                     "path": "sample"}
            exec(recipe(), names)
            found = sorted((row.id, row.result, row.valid, row.error_type or "")
                           for row in names["scored"].collect())
        finally:
            spark.stop()
        verdicts = dataset.score_batch(*map(list, zip(*responses)), decoder="prompting",
                                       underscore_to_dot=False)
        self.assertEqual(found, sorted((one, response, verdict.valid, verdict.error_type or "")
                                       for (one, response), verdict in zip(responses, verdicts)))
        self.assertTrue(any(row[2] for row in found) and not all(row[2] for row in found))


if __name__ == "__main__":
    unittest.main()
