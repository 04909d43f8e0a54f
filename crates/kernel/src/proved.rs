//! What the kernel has proved is a type.
//!
//! As only the kernel of an LCF prover can make a theorem, only a checker can make a [`Proved`]: its
//! one field is private, nothing gives a mutable view of it, and the two functions that fill it have
//! checked what they put there. Whatever prints, serves, saves or counts an answer takes one, so a
//! claim that nobody checked cannot get out by mistake.

use std::ops::Deref;

use crate::budget::{Budget, Meter};

/// A claim with its evidence, and the function that believes nothing.
///
/// The trusted crates implement this for their certificates. (Another crate may do so for a type of
/// its own; that makes no certificate of the kernel's true.)
pub trait Certificate: Sized {
    /// Why it was rejected.
    type Fault: std::error::Error;

    /// Checks the evidence for the claim, whole and with all its premises.
    ///
    /// # Errors
    ///
    /// The fault, if the evidence does not prove the claim within the budget.
    fn examine(&self, meter: &Meter) -> Result<(), Self::Fault>;
}

/// A certificate that was checked. It cannot be changed any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved<C>(C);

impl<C: Certificate> Proved<C> {
    /// Checks a certificate within a budget.
    ///
    /// # Errors
    ///
    /// The fault, if the evidence does not prove the claim within the budget.
    pub fn new(certificate: C, budget: &Budget) -> Result<Proved<C>, C::Fault> {
        certificate.examine(&budget.meter())?;
        Ok(Proved(certificate))
    }
}

impl<C> Proved<C> {
    /// For checkers of this crate that do more than [`Certificate::examine`] can.
    pub(crate) fn accepted(claim: C) -> Proved<C> {
        Proved(claim)
    }

    /// The certificate, for whoever wants to change it. Then it is proved no more.
    pub fn into_inner(self) -> C {
        self.0
    }
}

impl<C> Deref for Proved<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.0
    }
}
