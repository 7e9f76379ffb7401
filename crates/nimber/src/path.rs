//! Which instructions a slice operation may use: found out once, decided once per call.
//!
//! The four paths compute the same function; the tests run over all of [`Path::available`].
//!
//! ```
//! use grundy_nimber::Path;
//! assert!(Path::available().any(|p| p == Path::Portable));
//! ```
//!
//! Limits: vector paths exist for x86-64. Without the feature `std` nothing is detected at run time; the
//! instructions that the whole program was compiled for are used.

use core::fmt;

/// Are these instructions there? At run time with `std`, else from the compiler's target features.
macro_rules! detected {
    ($($feature:tt),+) => {{
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        {
            true $(&& std::arch::is_x86_feature_detected!($feature))+
        }
        #[cfg(all(target_arch = "x86_64", not(feature = "std")))]
        {
            true $(&& cfg!(target_feature = $feature))+
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            false
        }
    }};
}
pub(crate) use detected;

/// A way to compute slice operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Path {
    /// 64 bytes at a time, byte products by instruction (AVX-512 VBMI and GFNI).
    Avx512,
    /// 32 bytes at a time, byte products by instruction (AVX2 and GFNI).
    Avx2,
    /// One element at a time by carry-less multiplication in the polynomial basis.
    Clmul,
    /// One element at a time through 16-bit logarithms, tables of 512 KiB built on first use (needs `std`).
    /// Kept to compare with: it is what other programs do. Never chosen by itself.
    LogExp16,
    /// One element at a time through 8-bit logarithms; runs everywhere.
    Portable,
}

impl Path {
    /// Every path, fastest first.
    pub const ALL: [Self; 5] = [
        Self::Avx512,
        Self::Avx2,
        Self::Clmul,
        Self::Portable,
        Self::LogExp16,
    ];

    /// Whether this machine has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => detected!("avx512f", "avx512bw", "avx512vbmi", "gfni"),
            Self::Avx2 => detected!("avx2", "gfni"),
            Self::Clmul => crate::basis::has_clmul(),
            Self::LogExp16 => cfg!(feature = "std"),
            Self::Portable => true,
        }
    }

    /// The paths that this machine can take, fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|p| p.is_available())
    }

    /// The fastest path of this machine.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Avx512 => "AVX-512 + GFNI",
            Self::Avx2 => "AVX2 + GFNI",
            Self::Clmul => "carry-less multiply",
            Self::LogExp16 => "16-bit log/exp",
            Self::Portable => "portable",
        })
    }
}
