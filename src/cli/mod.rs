//! The program: one short file a command. Nothing here that the library could do.
