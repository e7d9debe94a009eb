//! The methods that the builders of jobs have in common.

/// Defines methods that set a field: the one of their name, unless another is given. With `some`, the field is
/// optional, and the method takes whatever can become its type.
macro_rules! setters {
    () => {};
    ($(#[$about:meta])* $name:ident: some $type:ty => $($field:ident).+; $($rest:tt)*) => {
        $(#[$about])*
        pub fn $name(mut self, $name: impl Into<$type>) -> Self {
            self.$($field).+ = Some($name.into());
            self
        }

        setters! { $($rest)* }
    };
    ($(#[$about:meta])* $name:ident: $type:ty; $($rest:tt)*) => {
        setters! { $(#[$about])* $name: $type => $name; $($rest)* }
    };
    ($(#[$about:meta])* $name:ident: $type:ty => $($field:ident).+; $($rest:tt)*) => {
        $(#[$about])*
        pub fn $name(mut self, $name: $type) -> Self {
            self.$($field).+ = $name.into();
            self
        }

        setters! { $($rest)* }
    };
}

/// Defines the methods of a job that has [`JobOptions`](super::JobOptions) in its field `options`.
macro_rules! with_options {
    ($job:ident $(<$life:lifetime>)?) => {
        impl $(<$life>)? $job $(<$life>)? {
            /// Creates the job with its default options.
            pub fn new() -> Self {
                Self::default()
            }

            setters! {
                /// Sets how the job reads, writes and runs.
                options: $crate::JobOptions;
            }
        }
    };
}

/// Defines these methods, and the one that runs a job from inputs to an output: its method `start` is given
/// a runner whose summary has this wording.
macro_rules! with_run {
    ($(#[$about:meta])* $job:ident: $wording:expr) => {
        with_options!($job);

        impl $job {
            $(#[$about])*
            ///
            /// # Errors
            /// Whatever ended the job. No output file is written then.
            pub fn run(
                &self,
                inputs: impl Into<$crate::Inputs>,
                output: impl Into<batchdoku_pipeline::Output>,
            ) -> Result<$crate::JobSummary, batchdoku_pipeline::Error> {
                let outputs = vec![output.into()];
                self.start(Runner::new(&self.options, inputs.into(), outputs, $wording)?)
            }
        }
    };
}

/// Defines the method that sets the engine of a job that has
/// [`SearchOptions`](super::options::SearchOptions) in its field `search`.
macro_rules! with_engine {
    ($job:ident $(<$life:lifetime>)?) => {
        impl $(<$life>)? $job $(<$life>)? {
            setters! {
                /// Sets the engine that searches: an [`EngineKind`](batchdoku_engine::EngineKind), or a pair of
                /// it and a [`SimdLevel`](batchdoku_engine::simd::SimdLevel).
                engine: impl Into<batchdoku_engine::EngineChoice> => search.engine;
            }
        }
    };
}

/// Defines the methods of a job that has such options, all of which it honours.
macro_rules! with_search {
    ($job:ident) => {
        with_engine!($job);

        impl $job {
            setters! {
                /// Gives up a puzzle after this many nodes (alternatives tried).
                max_nodes: u64 => search.max_nodes;
            }
        }
    };
}
