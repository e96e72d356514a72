"""The defining polynomials of sums, images and roots of algebraic numbers, by sympy.

Each result is a root of a polynomial that is known in advance: a composed sum, or a resultant, in which every number is
replaced by all its conjugates. It is factored over the rationals; interval arithmetic on a narrow enough enclosure of
the number rules out all factors but one. How large the polynomial can get is known before it is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod

from incan_math.game.errors import GameError
from incan_math.game.extras import require
from incan_math.numbers.algebraic import Algebraic, derivative, over
from incan_math.numbers.enclosure import Enclosure

__all__ = ["Exact", "Narrowing", "Part", "SizeLimit", "Term", "combination", "image", "root", "spoken", "square_free"]

Exact = Fraction | Algebraic
Narrowing = Callable[[int], Enclosure]
"""Encloses one number, as narrowly as one likes for bits that are great enough."""
Term = tuple[Fraction, Algebraic]
"""A rational factor and what it multiplies."""
Polynomial = Sequence[Fraction]
"""Coefficients from the highest power down."""
Part = tuple[Algebraic, Polynomial]
"""A number and the polynomial that it multiplies."""


@dataclass(frozen=True)
class SizeLimit:
    """How big a polynomial may get before it is factored: its degree, and the bits of its coefficients.

    27 is the degree of a sum of three numbers of degree 3. Without python-flint, which sympy uses where it is there,
    sympy takes a minute for the worst polynomials of degree 32.
    """

    degree: int = 27
    bits: int = 1_000_000

    def check(self, degree: int, bits: int) -> None:
        """Refuse a polynomial that can get too big.

        Raises:
            GameError: it can; the message says how big.
        """
        if degree > self.degree:
            raise GameError(
                f"degree: a number on the way can have degree {spoken(degree)}, more than degree={self.degree:,};"
                " start from a later state or a smaller deck, or allow more",
            )
        if bits > self.bits:
            raise GameError(
                f"bits: a polynomial on the way can have coefficients of {bits:,} bits, more than bits={self.bits:,};"
                " start from a later state or a smaller deck, or allow more",
            )


def spoken(number: int) -> str:
    """A whole number as people read it: a very large one as a power of 2 that bounds it."""
    return f"{number:,}" if number < 10**9 else f"2^{(number - 1).bit_length()}"


def combination(constant: Fraction, terms: Sequence[Term], size: SizeLimit) -> Exact:
    """The sum of factor * number and a constant, each partial sum found as a root of a composed sum.

    The composed sum of two polynomials has all sums of a root of one and a root of the other as its roots.

    Raises:
        GameError: a composed sum can be greater than `size`.

    >>> two, three = (Algebraic.root((1, 0, -n), Enclosure(Fraction(1), Fraction(2))) for n in (2, 3))
    >>> print(combination(Fraction(0), [(Fraction(1), two), (Fraction(1), three)], SizeLimit()))
    3.146264369942, a root of x^4 - 10*x^2 + 1
    >>> combination(Fraction(1), [(Fraction(1), two), (Fraction(-1), two)], SizeLimit())
    Fraction(1, 1)
    """
    merged: dict[Algebraic, Fraction] = {}
    for factor, number in terms:
        merged[number] = merged.get(number, Fraction(0)) + factor
    found: Exact = constant
    for number in sorted(merged, key=lambda number: (number.degree, number.bits)):
        if not merged[number]:
            continue
        if isinstance(found, Algebraic):
            found = _total(found, _affine(number, merged[number], Fraction(0)), size)
        else:
            found = _affine(number, merged[number], found)
    return found


def _affine(number: Algebraic, factor: Fraction, constant: Fraction) -> Algebraic:
    """One number times a factor, plus a constant, with factor not 0: a change of variable in the polynomial."""
    coefficients: list[Fraction] = []
    power = Fraction(1)
    for coefficient in number.polynomial:  # Horner's rule in (y - constant) / factor, the denominators taken out.
        shifted = [*coefficients, Fraction(0)]
        for place, c in enumerate(coefficients):
            shifted[place + 1] -= constant * c
        shifted[-1] += coefficient * power
        coefficients = shifted
        power *= factor

    def narrowing(bits: int) -> Enclosure:
        near = number.enclosure(bits)
        return Enclosure(*sorted((factor * near.low + constant, factor * near.high + constant)))

    found = _pick([_whole(coefficients)], narrowing)
    assert isinstance(found, Algebraic)
    return found


def _total(a: Algebraic, b: Algebraic, size: SizeLimit) -> Exact:
    require("sympy")

    from sympy import QQ, ring

    require("sympy")

    from sympy.polys.ring_series import rs_compose_add

    degree = a.degree * b.degree
    sizes = (y.degree * (x.bits + x.degree.bit_length()) for x, y in ((a, b), (b, a)))
    size.check(degree, 2 * degree + sum(sizes))
    domain, _ = ring("x", QQ)
    composed = rs_compose_add(*(domain.from_list([QQ(c) for c in number.polynomial]) for number in (a, b)))

    def narrowing(bits: int) -> Enclosure:
        return a.enclosure(bits) + b.enclosure(bits)

    return _pick(_factors([Fraction(int(c.numerator), int(c.denominator)) for c in composed.to_dense()]), narrowing)


def image(coefficients: Sequence[Fraction], number: Algebraic, narrowing: Narrowing, size: SizeLimit) -> Exact:
    """f(number), enclosed by `narrowing`, for the f with these coefficients from the highest power down.

    The product of y - f(c) over the conjugates c of the number is a power of the polynomial that is wanted, so that
    nothing needs to be factored.

    Raises:
        GameError: that product can be greater than `size`.

    >>> golden = Algebraic.root((1, -1, -1), Enclosure(Fraction(1), Fraction(2)))
    >>> squared = lambda bits: Enclosure(golden.enclosure(bits).low ** 2, golden.enclosure(bits).high ** 2)
    >>> print(image([Fraction(1), Fraction(0), Fraction(0)], golden, squared, SizeLimit()))
    2.618033988750, a root of x^2 - 3*x + 1
    """
    require("sympy")

    import sympy

    d, m = number.degree, len(coefficients) - 1
    down = lcm(*(c.denominator for c in coefficients))
    f = [int(c * down) for c in coefficients]
    bits = max(abs(c).bit_length() for c in (*f, down))
    size.check(d, d * (bits + (m + 2).bit_length()) + m * (number.bits + (d + 1).bit_length()))
    x, y = sympy.symbols("x y")
    outer = sympy.Poly(down * y - sympy.Poly(f, x).as_expr(), x, y)
    product = sympy.Poly(sympy.Poly(number.polynomial, x).as_expr(), x, y).resultant(outer)
    return _pick([_whole([Fraction(int(c)) for c in product.sqf_part().all_coeffs()])], narrowing)


def root(constant: Polynomial, parts: Sequence[Part], narrowing: Narrowing, size: SizeLimit) -> Exact:
    """The root, enclosed by `narrowing`, of constant + the sum of number * polynomial over the parts.

    The numbers are eliminated one after the other: the result is the product of the same over all their conjugates. It
    is not 0 for all x: were constant + the sum 0 for some conjugates, these would solve linear equations with rational
    coefficients, and only one solution, for the polynomials are independent; so they would be rational.

    Args:
        constant: its coefficients, from the highest power down.
        parts: numbers with polynomials of the same length that are linearly independent.
        narrowing: encloses the root.
        size: how big the product may get.

    Raises:
        GameError: the product can be greater than `size`.

    >>> two = Algebraic.root((1, 0, -2), Enclosure(Fraction(1), Fraction(2)))
    >>> below = lambda bits: Enclosure(Fraction(1), Fraction(5, 4))
    >>> square, minus = [Fraction(1), Fraction(0), Fraction(0)], [Fraction(0), Fraction(0), Fraction(-1)]
    >>> print(root(square, [(two, minus)], below, SizeLimit()))
    1.189207115003, a root of x^4 - 2
    """
    return _pick(_factors(_eliminated(constant, parts, size)), narrowing)


def _eliminated(constant: Polynomial, parts: Sequence[Part], size: SizeLimit) -> list[Fraction]:
    """The product of constant + the sum of number * polynomial over all conjugates of the numbers."""
    require("sympy")

    import sympy

    polynomials = [constant, *(polynomial for _, polynomial in parts)]
    down = lcm(*(c.denominator for polynomial in polynomials for c in polynomial))
    whole = [[int(c * down) for c in polynomial] for polynomial in polynomials]
    if not parts:
        return [Fraction(c) for c in whole[0]]
    conjugates = prod(number.degree for number, _ in parts)
    bits = max(abs(c).bit_length() for polynomial in whole for c in polynomial)
    bits = conjugates * (bits + len(whole).bit_length() + len(constant).bit_length()) + sum(
        conjugates // number.degree * (number.bits + (number.degree + 1).bit_length()) for number, _ in parts
    )
    size.check(conjugates * (len(constant) - 1), bits)
    x, *v = sympy.symbols(f"x v:{len(parts)}")
    terms = [sympy.Poly(polynomial, x).as_expr() for polynomial in whole]
    product = sympy.Poly(terms[0] + sum(v[i] * terms[i + 1] for i in range(len(v))), *v, x)
    for i, (number, _) in enumerate(parts):
        conjugate = sympy.Poly(sympy.Poly(number.polynomial, v[i]).as_expr(), *v[i:], x)
        product = conjugate.resultant(product)
    return [Fraction(int(c)) for c in product.all_coeffs()]


def square_free(polynomial: Polynomial) -> list[Fraction]:
    """A polynomial with the same roots, each once."""
    require("sympy")

    import sympy

    part = sympy.Poly(_whole(polynomial), sympy.Symbol("x")).sqf_part()
    return [Fraction(int(c)) for c in part.all_coeffs()]


def _factors(polynomial: Sequence[Fraction]) -> list[tuple[int, ...]]:
    """The distinct factors over the rationals, constants left out."""
    require("sympy")

    import sympy

    _, factors = sympy.Poly(_whole(polynomial), sympy.Symbol("x")).factor_list()
    return [_whole([Fraction(int(c)) for c in factor.all_coeffs()]) for factor, _ in factors]


def _whole(coefficients: Sequence[Fraction]) -> tuple[int, ...]:
    """The coefficients as whole numbers without a common divisor, the first of them positive; not all are 0."""
    first = next(i for i, c in enumerate(coefficients) if c)
    down = lcm(*(c.denominator for c in coefficients))
    whole = [int(c * down) for c in coefficients[first:]]
    common = gcd(*whole) * (1 if whole[0] > 0 else -1)
    return tuple(c // common for c in whole)


def _pick(factors: Sequence[tuple[int, ...]], narrowing: Narrowing) -> Exact:
    """The number that `narrowing` encloses, known to be a root of one of these irreducible polynomials."""
    bits = 64
    while True:
        near = narrowing(bits)
        left = [factor for factor in factors if 0 in over(factor, near)]
        if len(left) == 1 and len(left[0]) == 2:
            return Fraction(-left[0][1], left[0][0])
        if len(left) == 1 and 0 not in over(derivative(left[0]), near):
            return Algebraic.root(left[0], near)
        bits *= 2
