//! The operators and the iterator that sets of cells and sets of digits have in common.

/// Defines the operators of `$set`, a mask of elements with an `index`, and its iterator `$elements`.
macro_rules! set {
    ($set:ident($mask:ty): $element:ident by $of_index:expr, $elements:ident, shown by $shown:expr, like $example:literal) => {
        impl std::ops::BitOr for $set {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::Not for $set {
            type Output = Self;

            fn not(self) -> Self {
                Self(!self.0 & Self::ALL.0)
            }
        }

        impl FromIterator<$element> for $set {
            fn from_iter<I: IntoIterator<Item = $element>>(elements: I) -> Self {
                Self(elements.into_iter().fold(0, |mask, element| mask | 1 << element.index()))
            }
        }

        /// An iterator over the elements of a set, in ascending order.
        ///
        /// ```
        #[doc = $example]
        /// ```
        #[derive(Clone, Debug)]
        pub struct $elements(batchdoku_base::Bits<$mask>);

        impl Iterator for $elements {
            type Item = $element;

            #[inline]
            fn next(&mut self) -> Option<$element> {
                self.0.next().map($of_index)
            }
        }

        impl IntoIterator for $set {
            type Item = $element;
            type IntoIter = $elements;

            #[inline]
            fn into_iter(self) -> $elements {
                $elements(batchdoku_base::bits(self.0))
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.into_iter().map($shown)).finish()
            }
        }
    };
}
pub(super) use set;
