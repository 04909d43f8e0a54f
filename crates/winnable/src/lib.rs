//! zermelo-winnable
