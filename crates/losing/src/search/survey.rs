//! What the children of a node say together, and how far a worker goes below the best of them.

use super::arena::Numbers;

/// What was found below a node, by the side that is to move: its own number is the least of its
/// children's, the other number their sum ([`disproof`] of it).
pub(super) struct Survey {
    pub numbers: Numbers,
    /// The child to go to.
    pub best: u32,
    /// Its numbers.
    pub first: Numbers,
    /// The mover's number of the next best.
    pub second: u32,
}

impl Survey {
    /// The limits for the best child: a worker stays with it until it is clearly worse than the
    /// next, by one part in `slack`.
    #[inline]
    pub fn limits(&self, limits: Numbers, mine: bool, slack: u32) -> Numbers {
        let enough = plus(plus(self.second, self.second / slack), 1);
        // At least one step, even if another worker has the best child.
        let own = |limit: u32, first: u32| unbounded(limit.min(enough).max(plus(first, 1)));
        let room = |limit: u32, sum: u32, part: u32| {
            if limit == Numbers::NEVER { limit } else { limit - sum + part }
        };
        let Survey { numbers, first, .. } = self;
        if mine {
            Numbers { pn: own(limits.pn, first.pn), dn: room(limits.dn, numbers.dn, first.dn) }
        } else {
            Numbers { pn: room(limits.pn, numbers.pn, first.pn), dn: own(limits.dn, first.dn) }
        }
    }
}

/// A number that is as great as numbers can be is no limit: nothing would ever be done below it.
#[inline]
fn unbounded(limit: u32) -> u32 {
    if limit == Numbers::NEVER - 1 { Numbers::NEVER } else { limit }
}

/// Disproof numbers are added up as far as this: in a search that may go on for long farther than in
/// one of many, which would rather settle endings soon than weigh openings well.
pub(super) fn exact(nodes: u64) -> u32 {
    if nodes < 1 << 27 { 1 << 14 } else { 1 << 16 }
}

/// The disproof number of a prover's node: the sum of its children's as long as that is small, then
/// the largest in full and a quarter of the others. Moves lead to the same positions in many ways,
/// each of which would be counted in full: sums double with every pair of such ways, and in endings
/// they went beyond all bounds (2^32 after 130 million nodes), where they tell nothing.
#[inline]
pub(super) fn disproof(sum: u32, largest: u32, exact: u32) -> u32 {
    if sum <= exact || sum == Numbers::NEVER {
        return sum;
    }
    plus(largest, (sum - largest) / 4).max(exact)
}

/// Adds, but never reaches [`Numbers::NEVER`] unless one part is that.
#[inline]
pub(super) fn plus(a: u32, b: u32) -> u32 {
    if a == Numbers::NEVER || b == Numbers::NEVER {
        Numbers::NEVER
    } else {
        a.saturating_add(b).min(Numbers::NEVER - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: u32 = Numbers::NEVER - 1;

    /// Where all numbers are as great as they can be, a worker that comes to a child still does
    /// something there; once it went round for ever.
    #[test]
    fn no_limit_keeps_a_worker_from_its_child() {
        for second in [1, 7, MOST - 1, MOST, Numbers::NEVER] {
            for own in [1, 6, MOST - 1, MOST] {
                for other in [1, 1 << 20, MOST] {
                    for limit in [MOST, Numbers::NEVER] {
                        for mine in [true, false] {
                            let turn = |own, other| match mine {
                                true => Numbers { pn: own, dn: other },
                                false => Numbers { pn: other, dn: own },
                            };
                            let (numbers, first) = (turn(own, other.min(limit - 1)), turn(own, 1));
                            let survey = Survey { numbers, best: 0, first, second };
                            let limits = survey.limits(turn(limit, limit), mine, 8);
                            let enters = limits.pn > first.pn && limits.dn > first.dn;
                            assert!(enters, "{second} {own} {other} {limit} {mine}: {limits:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sums_are_exact_while_they_are_small() {
        const EXACT: u32 = 1 << 14;
        let disproof = |sum, largest| disproof(sum, largest, exact(1_000_000));
        assert_eq!(disproof(0, 0), 0);
        assert_eq!(disproof(EXACT, 5), EXACT);
        assert_eq!(disproof(EXACT + 1, 1), EXACT);
        assert_eq!(disproof(5 * EXACT, EXACT), 2 * EXACT);
        assert_eq!(disproof(MOST, MOST), MOST);
        assert_eq!(disproof(Numbers::NEVER, Numbers::NEVER), Numbers::NEVER);
        assert_eq!(super::disproof(4 * EXACT, 1, exact(u64::MAX)), 4 * EXACT);
        // Never less for more below.
        let grow = (0..1_000).map(|part| disproof(EXACT - 500 + part, EXACT / 2));
        assert!(grow.is_sorted());
    }
}
