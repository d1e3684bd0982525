//! A run as CSV: a line for every ship and step, the beginning included.
//!
//! The columns are `step,time,ship,x,y,z,vx,vy,vz`: times are seconds, velocities are relative to an observer at
//! rest. A full disk does not stop a run; the error is reported at the end.

use std::io::Write;

use serde::Serialize;

use super::run::StepFrame;

/// A line.
#[derive(Serialize)]
struct Row {
    step: u32,
    time: f64,
    ship: u32,
    x: f32,
    y: f32,
    z: f32,
    vx: f32,
    vy: f32,
    vz: f32,
}

/// Writes a run.
pub struct Trace<W: Write> {
    writer: csv::Writer<W>,
    /// The first error; nothing is written after it.
    fault: Option<csv::Error>,
}

impl<W: Write> Trace<W> {
    /// A trace that goes to `to`; lines are buffered here.
    pub fn new(to: W) -> Self {
        Self { writer: csv::Writer::from_writer(to), fault: None }
    }

    /// Writes the lines of a frame.
    pub fn note(&mut self, frame: &StepFrame<'_>) {
        if self.fault.is_none() {
            self.fault = self.write(frame).err();
        }
    }

    fn write(&mut self, frame: &StepFrame<'_>) -> Result<(), csv::Error> {
        let crowd = frame.crowd;
        let moves = crowd.velocities.iter().zip(&crowd.carried).map(|(own, carried)| *own + *carried);
        for ((ship, place), velocity) in (0_u32..).zip(&crowd.positions).zip(moves) {
            let ([x, y, z], [vx, vy, vz]) = (place.to_array(), velocity.to_array());
            self.writer.serialize(Row { step: frame.step, time: frame.time, ship, x, y, z, vx, vy, vz })?;
        }
        Ok(())
    }

    /// Writes the rest of the buffer.
    ///
    /// # Errors
    /// The first error of the whole run.
    pub fn finish(mut self) -> Result<(), csv::Error> {
        match self.fault {
            Some(fault) => Err(fault),
            None => self.writer.flush().map_err(csv::Error::from),
        }
    }
}
