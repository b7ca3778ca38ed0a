"""Whole numbers within bounds as a pattern of their decimal digits.

The door takes a number in quotes as well, as proto3's mapping asks; so that the document is
neither wider nor narrower than the door, it has to say exactly which texts those are.
"""


def pattern(least: int, most: int) -> str:
    """What matches a decimal number from `least` to `most`, and nothing else."""
    said = []
    if least < 0:
        said += [f"-(?:{one})" for one in _from(max(0, -most), -least)]
    elif least == 0:
        said.append("-0")
    said += _from(max(0, least), most) if most >= 0 else []
    return f"^(?:{'|'.join(said)})$"


def _from(least: int, most: int) -> list[str]:
    """Patterns for the numbers from `least` (0 or more) to `most`, by their number of digits."""
    found = []
    for digits in range(len(str(least)), len(str(most)) + 1):
        low = max(least, 10 ** (digits - 1) if digits > 1 else 0)
        found += _same_length(str(low), str(min(most, 10**digits - 1)))
    return found


def _same_length(low: str, high: str) -> list[str]:
    """The same for bounds with equally many digits."""
    if not low or (set(low) == {"0"} and set(high) == {"9"}):
        return [_any(len(low))]
    if low[0] == high[0]:
        return [low[0] + rest for rest in _same_length(low[1:], high[1:])]
    first, last, rest = int(low[0]), int(high[0]), len(low) - 1
    found = []
    if low[1:] != "0" * rest:
        found += [low[0] + more for more in _same_length(low[1:], "9" * rest)]
        first += 1
    below = []
    if high[1:] != "9" * rest:
        below = [high[0] + more for more in _same_length("0" * rest, high[1:])]
        last -= 1
    if first <= last:
        digit = str(first) if first == last else f"[{first}-{last}]"
        found.append(digit + _any(rest))
    return found + below


def _any(digits: int) -> str:
    return "" if not digits else "[0-9]" if digits == 1 else f"[0-9]{{{digits}}}"
