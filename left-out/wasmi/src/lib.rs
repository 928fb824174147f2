//! The virtual machine of plugins, left out: no plugin can be loaded, so that there is never one to run.

use std::{fmt, marker::PhantomData};

#[derive(Debug)]
pub struct Error;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Camp Ladder has no plugins")
    }
}

#[derive(Debug, Default)]
pub struct Config;

impl Config {
    pub fn wasm_relaxed_simd(&mut self, _: bool) -> &mut Self {
        self
    }
}

#[derive(Debug)]
pub struct Engine;

impl Engine {
    pub fn new(_: &Config) -> Self {
        Self
    }
}

/// A plugin: there is none.
#[derive(Debug)]
pub enum Module {}

impl Module {
    pub fn new(_: &Engine, _: &[u8]) -> Result<Self, Error> {
        Err(Error)
    }

    pub fn get_export(&self, _: &str) -> Option<ExternType> {
        match *self {}
    }

    pub fn exports(&self) -> std::iter::Empty<ExportType> {
        match *self {}
    }
}

#[derive(Debug)]
pub enum ExportType {}

impl ExportType {
    pub fn ty(&self) -> &ExternType {
        match *self {}
    }

    pub fn name(&self) -> &str {
        match *self {}
    }
}

#[derive(Debug)]
pub enum ExternType {
    Func(Func),
    Memory(Memory),
}

#[derive(Debug)]
pub struct Linker<T> {
    engine: Engine,
    of: PhantomData<fn(T)>,
}

impl<T> Linker<T> {
    pub fn new(_: &Engine) -> Self {
        Self {
            engine: Engine,
            of: PhantomData,
        }
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    pub fn func_wrap<F>(&mut self, _: &str, _: &str, _: F) -> Result<&mut Self, Error> {
        Ok(self)
    }

    pub fn instantiate_and_start(
        &self,
        _: &mut Store<T>,
        module: &Module,
    ) -> Result<Instance, Error> {
        match *module {}
    }
}

#[derive(Debug)]
pub struct Store<T>(T);

impl<T> Store<T> {
    pub fn new(_: &Engine, data: T) -> Self {
        Self(data)
    }

    pub fn data_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

#[derive(Debug)]
pub enum Instance {}

impl Instance {
    pub fn get_export<T>(&self, _: &Store<T>, _: &str) -> Option<Extern> {
        match *self {}
    }
}

#[derive(Debug)]
pub enum Extern {}

impl Extern {
    pub fn into_func(self) -> Option<Func> {
        match self {}
    }

    pub fn into_memory(self) -> Option<Memory> {
        match self {}
    }
}

#[derive(Debug)]
pub enum Func {}

impl Func {
    pub fn ty<T>(&self, _: &Store<T>) -> FuncType {
        match *self {}
    }

    pub fn call<T>(&self, _: &mut Store<T>, _: &[Val], _: &mut [Val]) -> Result<(), Error> {
        match *self {}
    }
}

#[derive(Debug)]
pub enum FuncType {}

impl FuncType {
    pub fn params(&self) -> &[ValType] {
        match *self {}
    }

    pub fn results(&self) -> &[ValType] {
        match *self {}
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValType {
    I32,
}

#[derive(Debug)]
pub enum Val {
    I32(i32),
}

#[derive(Debug)]
pub enum Memory {}

impl Memory {
    pub fn size<T>(&self, _: &Store<T>) -> u64 {
        match *self {}
    }

    pub fn data<'a, T>(&self, _: &'a Store<T>) -> &'a [u8] {
        match *self {}
    }

    pub fn data_mut<'a, T>(&self, _: &'a mut Store<T>) -> &'a mut [u8] {
        match *self {}
    }

    pub fn grow<T>(&self, _: &mut Store<T>, _: u64) -> Result<u64, Error> {
        match *self {}
    }

    pub fn read<T>(&self, _: &Caller<'_, T>, _: usize, _: &mut [u8]) -> Result<(), Error> {
        match *self {}
    }

    pub fn write<T>(&self, _: &mut Caller<'_, T>, _: usize, _: &[u8]) -> Result<(), Error> {
        match *self {}
    }
}

/// What a plugin's call is made from.
#[derive(Debug)]
pub struct Caller<'a, T>(&'a mut T);

impl<T> Caller<'_, T> {
    pub fn get_export(&self, _: &str) -> Option<Extern> {
        None
    }

    pub fn data_mut(&mut self) -> &mut T {
        self.0
    }
}
