//! zermelo-kernel
