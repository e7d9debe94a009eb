//! Methods of a backend that are compiled with the instructions of its level.

/// Defines methods with bodies that are compiled with the target features of the level `$level`, so
/// that the intrinsics in them are safe to call. `$simd` stands for `self` in the bodies.
///
/// `#[inline(always)]` and `#[target_feature]` do not go together, hence a function in a function: the outer function
/// becomes part of the kernel. The kernel has the same features as the inner function, so LLVM can inline the inner
/// function as well.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! methods {
    (
        $features:literal, $simd:ident: $level:ty;
        $(
            $(#[$attribute:meta])*
            fn $name:ident $(<const $n:ident: $n_type:ty>)? (self $(, $argument:ident: $type:ty)*)
            $(-> $output:ty)? $body:block
        )*
    ) => {
        $(
            $(#[$attribute])*
            #[inline(always)]
            fn $name $(<const $n: $n_type>)? (self $(, $argument: $type)*) $(-> $output)? {
                #[inline]
                #[target_feature(enable = $features)]
                fn inner $(<const $n: $n_type>)? ($simd: $level $(, $argument: $type)*)
                $(-> $output)? {
                    let _ = $simd;
                    $body
                }
                // SAFETY: a value of `$level` is made only where the CPU has all these features.
                unsafe { inner $(::<$n>)? (self $(, $argument)*) }
            }
        )*
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use methods;

/// Defines the methods of [`Simd`](super::Simd) that all levels with [`Blocks`](super::blocks::Blocks) share.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! by_blocks {
    () => {
        type Quads = Self;

        #[inline(always)]
        fn quads(self) -> Self {
            self
        }

        #[inline(always)]
        fn transpose_stored(
            self,
            from: &[Lanes32; $crate::simd::LANES],
            rows: u32,
            to: &mut [Lanes32],
        ) {
            $crate::simd::blocks::transpose_stored(self, from, rows, to);
        }

        #[inline(always)]
        fn lookup_columns<const N: usize, R: $crate::simd::ByteRows<N>>(
            self,
            from: &R,
            table: &WordLookup<N>,
            rows: u32,
            to: &mut [Lanes32; N],
        ) -> u32 {
            $crate::simd::byte_columns::lookup(self, from, table, rows, to)
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use by_blocks;

/// Defines methods on vectors of the type `$v`, each by an expression: as [`methods`] of a level, or with the
/// instructions that the program is compiled for.
macro_rules! operations {
    (
        $features:literal, $simd:ident: $level:ty, $v:ty;
        $(fn $name:ident $(<const $n:ident: $n_type:ty>)? ($($argument:ident),+) = $body:expr;)*
    ) => {
        methods! {
            $features, $simd: $level;
            $(
                fn $name $(<const $n: $n_type>)? (self $(, $argument: $v)+) -> $v {
                    $body
                }
            )*
        }
    };
    (
        $simd:ident, $v:ty;
        $(fn $name:ident $(<const $n:ident: $n_type:ty>)? ($($argument:ident),+) = $body:expr;)*
    ) => {
        $(
            #[inline(always)]
            fn $name $(<const $n: $n_type>)? (self $(, $argument: $v)+) -> $v {
                let $simd = self;
                let _ = $simd;
                $body
            }
        )*
    };
}
pub(super) use operations;
