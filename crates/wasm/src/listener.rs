//! A JavaScript function that receives each step of a search, and can end the search.

use batchdoku_base::StopFlag;
use wasm_bindgen::prelude::*;

use crate::CallError;

#[wasm_bindgen]
extern "C" {
    /// A function of JavaScript.
    #[derive(Debug)]
    pub type Function;
    #[wasm_bindgen(method, catch)]
    fn call(this: &Function, receiver: &JsValue, argument: &str) -> Result<JsValue, JsValue>;
}

/// Calls a JavaScript function with each step, until it returns `false` or throws.
pub(crate) struct Listener {
    on_step: Function,
    /// Ends the search.
    pub(crate) stop: StopFlag,
    thrown: Option<JsValue>,
}

impl Listener {
    pub(crate) fn new(on_step: Function) -> Self {
        Self { on_step, stop: StopFlag::new(), thrown: None }
    }

    pub(crate) fn tell(&mut self, step: &str) {
        if self.stop.is_set() {
            return;
        }
        match self.on_step.call(&JsValue::NULL, step) {
            Ok(answer) if answer != JsValue::FALSE => {}
            answer => {
                self.stop.set();
                self.thrown = answer.err();
            }
        }
    }

    /// Returns the error that the function has thrown, if it has thrown one.
    pub(crate) fn finish(self) -> Result<(), CallError> {
        self.thrown.map_or(Ok(()), |error| Err(CallError::Passed(error)))
    }
}
