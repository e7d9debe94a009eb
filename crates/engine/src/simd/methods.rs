//! Methods of a backend that are compiled with the instructions of its level.

/// Defines methods whose bodies are compiled with the target features of the level `$level`, so
/// that the intrinsics in them are safe to call. `$simd` stands for `self` in the bodies.
///
/// `#[inline(always)]` and `#[target_feature]` do not go together, hence a function in a function:
/// the outer one becomes part of the kernel, which has the same features as the inner one, so that
/// LLVM can inline that as well.
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
pub(super) use methods;
