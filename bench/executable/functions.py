"""The pure functions of the executable categories, as plain Python: what CPython has to compute for
bench/compare-executable. Written for this repository from their recorded behaviour."""

import math


def calculate_triangle_area(base, height):
    return base * height / 2


def get_distance(pointA, pointB):
    return ((pointA[0] - pointB[0]) ** 2 + (pointA[1] - pointB[1]) ** 2) ** 0.5


def math_factorial(n):
    result = 1
    for i in range(1, n + 1):
        result *= i
    return result


def quadratic_roots(a, b, c):
    discriminant = b**2 - 4 * a * c
    if discriminant >= 0:
        return [(-b + discriminant**0.5) / (2 * a), (-b - discriminant**0.5) / (2 * a)]
    real = -b / (2 * a)
    imaginary = abs(discriminant) ** 0.5 / (2 * a)
    return [{"real": real, "imaginary": imaginary}, {"real": real, "imaginary": -imaginary}]


def geometry_area_circle(radius):
    return math.pi * radius**2


def get_prime_factors(number):
    factors = []
    divisor = 2
    while number > 1:
        while number % divisor == 0:
            factors.append(divisor)
            number /= divisor
        divisor += 1
    return factors


def math_gcd(a, b):
    return a if b == 0 else math_gcd(b, a % b)


def math_lcm(a, b):
    return a * b / math_gcd(a, b)


def calculate_final_velocity(initial_velocity, acceleration, time):
    return initial_velocity + acceleration * time


def calculate_displacement(initial_velocity, acceleration, time):
    return initial_velocity * time + 0.5 * acceleration * time**2


def calculate_electrostatic_potential_energy(charge, voltage):
    return charge * voltage


def calculate_density(mass, volume):
    return mass / volume


def calc_binomial_probability(n, k, p):
    ways = math_factorial(n) / (math_factorial(k) * math_factorial(n - k))
    return ways * (p**k * (1 - p) ** (n - k))


def calculate_permutations(n, k):
    return math_factorial(n) / math_factorial(n - k)


def get_fibonacci_sequence(n):
    sequence = [0, 1]
    for _ in range(2, n):
        sequence.append(sequence[-1] + sequence[-2])
    return sequence


def get_fibonacci_number(n):
    if n <= 0:
        return "Input should be a positive integer."
    if n == 1:
        return 0
    if n == 2:
        return 1
    a, b = 0, 1
    for _ in range(2, n):
        a, b = b, a + b
    return b


def mortgage_calculator(loan_amount, interest_rate, loan_period):
    rate = interest_rate / 12
    payments = loan_period * 12
    return loan_amount * rate * (1 + rate) ** payments / ((1 + rate) ** payments - 1)


def calculate_future_value(present_value, interest_rate, periods):
    return present_value * (1 + interest_rate) ** periods


def add_binary_numbers(a, b):
    return bin(int(a, 2) + int(b, 2))[2:]


def mat_mul(matA, matB):
    product = [[0 for _ in range(len(matB[0]))] for _ in range(len(matA))]
    for i in range(len(matA)):
        for j in range(len(matB[0])):
            for k in range(len(matB)):
                product[i][j] += matA[i][k] * matB[k][j]
    return product


def calculate_mean(numbers):
    return sum(numbers) / len(numbers)


def calculate_standard_deviation(numbers):
    mean = sum(numbers) / len(numbers)
    return (sum((number - mean) ** 2 for number in numbers) / len(numbers)) ** 0.5


def calculate_cosine_similarity(vectorA, vectorB):
    product = sum(vectorA[i] * vectorB[i] for i in range(len(vectorA)))
    length_a = sum(vectorA[i] ** 2 for i in range(len(vectorA))) ** 0.5
    length_b = sum(vectorB[i] ** 2 for i in range(len(vectorB))) ** 0.5
    return product / (length_a * length_b)


def sort_array(array, reverse=False):
    return sorted(array, reverse=reverse)


def linear_regression(x, y, point):
    n = len(x)
    sum_x, sum_y = sum(x), sum(y)
    squares = sum(value**2 for value in x)
    products = sum(x[i] * y[i] for i in range(n))
    slope = (n * products - sum_x * sum_y) / (n * squares - sum_x**2)
    return slope * point + (sum_y - slope * sum_x) / n


def maxPoints(points):
    if len(points) < 2:
        return 1
    most = 1
    for i in range(len(points)):
        slopes = {}
        for j in range(i + 1, len(points)):
            dy = points[j][1] - points[i][1]
            dx = points[j][0] - points[i][0]
            slope = "inf" if dx == 0 else dy / dx
            slopes[slope] = slopes.get(slope, 0) + 1
            most = max(most, slopes[slope])
    return most + 1


def polygon_area(vertices):
    count = len(vertices)
    if count < 3:
        raise ValueError("A polygon must have at least 3 vertices.")
    vertices.append(vertices[0])
    area = 0
    for i in range(count):
        area += vertices[i][0] * vertices[i + 1][1] - vertices[i + 1][0] * vertices[i][1]
    return abs(area) / 2.0


def calculate_investment_value(
    initial_investment, annual_contribution, years, annual_return, inflation_rate,
    adjust_for_inflation=True,
):  # fmt: skip
    current = adjusted = initial_investment
    for year in range(1, years + 1):
        current = current * (1 + annual_return) + annual_contribution
        if not adjust_for_inflation:
            continue
        rate = inflation_rate[year - 1] if year <= len(inflation_rate) else inflation_rate[-1]
        share = 1 - rate
        adjusted = adjusted * (1 + annual_return - inflation_rate[year - 1]) + (
            annual_contribution * share
        )
    return adjusted if adjust_for_inflation else current


def calculate_nutritional_needs(weight, height, age, gender, activity_level, goal):
    base, by_weight, by_height, by_age = (
        (88.362, 13.397, 4.799, 5.677) if gender == "male" else (447.593, 9.247, 3.098, 4.330)
    )
    basal = base + by_weight * weight + by_height * height - by_age * age
    calories = basal * [1.2, 1.375, 1.55, 1.725, 1.9][activity_level - 1]
    if goal == "lose":
        calories -= 500
    elif goal == "gain":
        calories += 500
    return {
        "calories": calories,
        "proteins_g": calories * 0.30 / 4,
        "fats_g": calories * 0.25 / 9,
        "carbohydrates_g": calories * 0.45 / 4,
    }


def book_room(room_type, price, check_in_date, check_out_date, customer_id, discount_code=None):
    if discount_code == "DISCOUNT10":
        price *= 0.9
    return {
        "customer_id": customer_id,
        "room_number": room_type,
        "check_in_date": check_in_date,
        "check_out_date": check_out_date,
        "total_price": price,
    }


def order_food(item, quantity, price):
    return sum([quantity[i] * price[i] for i in range(len(item))])


def estimate_derivative(function, x):
    step = 1e-10
    evaluated = eval(function)
    return (evaluated(x + step) - evaluated(x)) / step
