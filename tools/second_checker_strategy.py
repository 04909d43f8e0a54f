#!/usr/bin/env python3
"""A second checker of certificates of strategies, written from docs/formats/certificates.md, section 17, alone.

It shares no code with the kernel and needs nothing but Python 3.10 (and zstd for a compressed file).

    zermelo strategy krk prove --proof FILE --smt-lib FOLDER
    second_checker_strategy.py FOLDER FILE

FOLDER has the denials of the lemmas, FILE is the certificate for all boards. That the denials say what they
should, and that the lemmas give the theorem, is not its business.

Status 0: accepted. 3: rejected, with the lemma and the step. 2: a file that cannot be read.
"""

import math, pathlib, re, subprocess, sys, time

class Bad(Exception):
    """The input is not what this tool is for."""

class Rejected(Exception):
    """The certificate does not prove its claim."""

def need(holds, why, error=Rejected):
    if not holds:
        raise error(why)

# Formulas: an inequality is ((variable, coefficient), ...) and a bound; a clause is a tuple of literals.

def expressions(text):
    """The expressions of SMT-LIB in a text: words, and lists of such."""
    stack = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text)):
        if word == "(":
            stack.append([])
        elif word == ")":
            need(len(stack) > 1, "a parenthesis too many", Bad)
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            stack[-1].append(word)
    need(len(stack) == 1, "a parenthesis is missing", Bad)
    return stack[0]

def integer(expression):
    match expression if isinstance(expression, list) else [expression]:
        case ["-", str(digits)] if re.fullmatch("[0-9]+", digits):
            return -int(digits)
        case [str(digits)] if re.fullmatch("[0-9]+", digits):
            return int(digits)
    raise Bad(f"no number: {expression}")

class Formula:
    """The denial of a lemma: its inequalities by their variables, and its clauses."""

    def __init__(self, text):
        self.integers, self.nodes = set(), {}  # names of nodes: their variables
        self.inequalities, self.clauses = {}, []
        roots = []
        for expression in expressions(text):
            match expression:
                case ["declare-const", str(name), "Int"] if re.fullmatch("x[0-9]+", name):
                    self.integers.add(int(name[1:]))
                case ["define-fun", str(name), [], "Bool", [kind, *parts]]:
                    need(name not in self.nodes and not roots, f"{name} is out of order", Bad)
                    variable = len(self.nodes) + 1
                    if kind == "and":
                        need(len(parts) >= 2, f"{name}: and of less than two", Bad)
                        literals = [self.literal(part) for part in parts]
                        need(len(set(map(abs, literals))) == len(parts), f"{name}: a node twice", Bad)
                        self.clauses += [(-variable, literal) for literal in literals]
                        self.clauses.append((variable, *(-literal for literal in literals)))
                    else:
                        need(kind == "<=" and len(parts) == 2, f"{name}: neither <= nor and", Bad)
                        inequality = self.sum(parts[0]), integer(parts[1])
                        need(in_lowest_terms(inequality[0]), f"{name}: not in lowest terms", Bad)
                        self.inequalities[variable] = inequality
                    self.nodes[name] = variable
                case ["assert", root]:
                    roots.append(() if root == "false" else None if root == "true" else (self.literal(root),))
                case ["set-logic", "QF_LIA"] | ["check-sat"]:
                    pass
                case _:
                    raise Bad(f"not understood: {expression}")
        self.clauses += [root for root in roots if root is not None]

    def literal(self, expression):
        match expression:
            case ["not", str(name)] if name in self.nodes:
                return -self.nodes[name]
            case str(name) if name in self.nodes:
                return self.nodes[name]
        raise Bad(f"no literal: {expression}")

    def sum(self, expression):
        terms = expression[1:] if expression[0] == "+" else [expression]
        parts = []
        for term in terms:
            factor, name = (integer(term[1]), term[2]) if term[0] == "*" else (1, term)
            need(isinstance(name, str) and name[0] == "x" and int(name[1:]) in self.integers,
                 f"no variable: {name}", Bad)
            parts.append((int(name[1:]), factor))
        return tuple(parts)

def in_lowest_terms(parts):
    numbers = [number for number, _ in parts]
    return (len(parts) > 0 and all(a < b for a, b in zip(numbers, numbers[1:]))
            and all(factor for _, factor in parts) and parts[0][1] > 0
            and math.gcd(*(factor for _, factor in parts)) == 1)

# Steps.

class Steps:
    """The bytes of a refutation, read one number after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value, shift = 0, 0
        while True:
            need(self.at < len(self.data), "the bytes end within a step")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            need(value < 1 << 64, "a number of 2^64 or more")
            if byte < 128:
                need(byte or not shift, "a number that could be shorter")
                return value
            shift += 7

    def signed(self):
        value = self.number()
        return -(value + 1) // 2 if value & 1 else value // 2

    def literals(self, known, read=None):
        """The literals of a clause, with what `read` reads after each."""
        clause, more, variable = [], [], 0
        for _ in range(self.number()):
            value = self.number()
            need(value > 1, "the variables of a clause do not rise")
            variable += value >> 1
            need(variable <= known, f"there is no variable {variable}")
            clause.append(-variable if value & 1 else variable)
            if read:
                more.append(read())
        return tuple(clause), more

class Refutation:
    """What is known so far: the variables, their inequalities, and the clauses by their numbers."""

    def __init__(self, formula):
        self.variables = len(formula.nodes)
        self.inequalities = dict(formula.inequalities)
        self.named = set(self.inequalities.values())
        need(len(self.named) == len(self.inequalities), "two nodes are the same inequality", Bad)
        self.clauses = dict(enumerate(formula.clauses, 1))
        self.numbered = len(self.clauses)

    def add(self, clause):
        self.numbered += 1
        self.clauses[self.numbered] = clause

    def delete(self, number):
        need(self.clauses.pop(number, None) is not None, f"clause {number} is not there")

    def atom(self, steps):
        parts, variable = [], -1
        for _ in range(steps.number()):
            variable += steps.number() + 1
            parts.append((variable, steps.signed()))
        inequality = tuple(parts), steps.signed()
        need(variable < 1 << 16, f"a variable x{variable}")
        need(in_lowest_terms(inequality[0]), "an inequality that is not in lowest terms")
        need(inequality not in self.named, "an inequality that has a variable already")
        self.variables += 1
        self.inequalities[self.variables] = inequality
        self.named.add(inequality)

    def linear(self, steps):
        clause, multipliers = steps.literals(self.variables, steps.number)
        total, limit = {}, 0
        for literal, multiplier in zip(clause, multipliers):
            need(abs(literal) in self.inequalities, f"variable {abs(literal)} is no inequality")
            need(multiplier > 0, "a multiplier of 0")
            parts, bound = self.inequalities[abs(literal)]
            sign = multiplier if literal < 0 else -multiplier
            limit += sign * bound if literal < 0 else sign * (bound + 1)
            for number, factor in parts:
                total[number] = total.get(number, 0) + sign * factor
        need(not any(total.values()), "the variables do not cancel")
        need(limit < 0, "the bound is not negative")
        self.add(clause)

    def derived(self, steps):
        clause, _ = steps.literals(self.variables)
        false, spent, ended = set(clause), [], False
        for _ in range(steps.number()):
            number, last_use = divmod(steps.number(), 2)
            need(not ended, "a hint after a clause that is false")
            need(number in self.clauses, f"clause {number} is not there")
            left = [literal for literal in self.clauses[number] if literal not in false]
            need(len(left) <= 1, f"clause {number} has two literals that are not false")
            for literal in left:
                need(-literal not in false, f"clause {number} is true")
                false.add(-literal)
            ended = not left
            if last_use:
                spent.append(number)
        need(ended, "the last clause is not false")
        self.add(clause)
        for number in spent:
            self.delete(number)
        return clause

    def deletion(self, steps):
        count, number = steps.number(), 0
        need(count, "nothing is deleted")
        for _ in range(count):
            number += steps.number()
            self.delete(number)

    def check(self, data):
        """How many steps there are, if they refute the formula."""
        steps, count, last = Steps(data), 0, None
        kinds = [self.atom, self.linear, self.derived, self.deletion]
        try:
            while steps.at < len(data):
                need(last != (), "it goes on after the empty clause")
                count += 1
                kind = data[steps.at]
                steps.at += 1
                need(kind < len(kinds), f"there is no step of kind {kind}")
                last = kinds[kind](steps)
            need(last == (), "it does not end with a derivation of the empty clause")
            need(list(self.clauses) == [self.numbered], f"{len(self.clauses) - 1} other clauses are left")
        except Rejected as error:
            raise Rejected(f"step {count}: {error}")
        return count

# Files.

def read_certificate(path):
    data = path.read_bytes()
    if data.startswith(b"\x28\xb5\x2f\xfd"):
        try:
            import zstandard
            data = zstandard.ZstdDecompressor().decompressobj().decompress(data)
        except ImportError:
            data = subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout
    return data

def lemmas(data):
    """The names and the steps of the lemmas of a certificate."""
    at = 0
    def line():
        nonlocal at
        end = data.find(b"\n", at)
        start, at = at, (end if end >= 0 else len(data)) + 1
        need(at - start <= 1000, "a line is too long")
        return data[start:at - 1]
    need(line() == b"zermelo-certificate 1", "no certificate of version 1", Bad)
    need(line() in [b"rules strategy " + ending for ending in (b"krk", b"kqk", b"krr")],
         "not a certificate of a strategy", Bad)
    claims = (b"claim mates on all", b"claim mates within 6 (files + ranks) - 13 plies on all")
    need(line() in claims, "not a certificate for all boards", Bad)
    while (heading := line()) != b"end":
        found = re.fullmatch(rb"lemma ([0-9]+) (.+)", heading)
        need(found, f"neither a lemma nor the end: {heading[:40]}")
        end = at + int(found[1])
        need(data[end:end + 1] == b"\n", f"{found[2]}: no line ends where the lemma should")
        yield found[2], data[at:end]
        at = end + 1

def check(folder, path):
    files = sorted(folder.glob("*.smt2"))
    need(files, f"{folder}: no formulas", Bad)
    started, total, count = time.perf_counter(), 0, 0
    certificate = read_certificate(path)
    ending = (certificate.split(maxsplit=5) + [b""] * 5)[4]
    for name, data in lemmas(certificate):
        need(count < len(files), f"lemma {count + 1} of {len(files)}")
        text = files[count].read_bytes()
        count += 1
        label = f"lemma {count}, {name.decode(errors='replace')}"
        need(text.startswith(b"; " + ending + b": " + name + b". "), f"{label}: another one is due")
        begun = time.perf_counter()
        try:
            formula = Formula(text.decode())
        except (Bad, ValueError, LookupError) as error:
            raise Bad(f"{files[count - 1]}: {error}")
        try:
            steps = Refutation(formula).check(data)
        except Rejected as error:
            raise Rejected(f"{label}: {error}")
        total += steps
        print(f"{label}: {len(formula.clauses)} clauses, {steps} steps, "
              f"{time.perf_counter() - begun:.1f} s", flush=True)
    need(count == len(files), f"lemma {count + 1} of {len(files)} is missing")
    print(f"accepted: {count} lemmas, {total} steps, {time.perf_counter() - started:.1f} s")

if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(print(__doc__, file=sys.stderr) or 2)
    try:
        check(*map(pathlib.Path, sys.argv[1:]))
    except Rejected as error:
        sys.exit(print(f"rejected: {error}") or 3)
    except (Bad, OSError, subprocess.CalledProcessError) as error:
        sys.exit(print(error, file=sys.stderr) or 2)
