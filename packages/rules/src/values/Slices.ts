/** Work in slices: a generator that pauses after each few milliseconds' work, so that its caller may do other work between. */

export type Slices<A> = Generator<undefined, A, undefined>

/** Does all of the work at once. */
export const finish = <A>(work: Slices<A>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Maps in slices, and pauses after each entry. */
export function* mapInSlices<A, B>(
  entries: ReadonlyArray<A>,
  work: (entry: A, index: number) => Slices<B>
): Slices<ReadonlyArray<B>> {
  const made: Array<B> = []
  for (const [index, entry] of entries.entries()) {
    made.push(yield* work(entry, index))
    yield
  }
  return made
}

/** Maps with a plain function, and pauses after each entry. */
export function* mapEach<A, B>(
  entries: ReadonlyArray<A>,
  work: (entry: A, index: number) => B
): Slices<ReadonlyArray<B>> {
  const made: Array<B> = []
  for (const [index, entry] of entries.entries()) {
    made.push(work(entry, index))
    yield
  }
  return made
}
