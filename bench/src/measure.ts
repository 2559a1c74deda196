/** Times several engines in interleaved rounds in one process, so that noise of the machine hits all of them. */

export interface Timed {
  readonly name: string
  /** Evaluates number `index` of an endless rotation of payloads. */
  readonly run: (index: number) => unknown
  /** Payloads or forms in rotation, if not the default number. */
  readonly rotation?: number
}

export interface Timing {
  readonly name: string
  /** Nanoseconds for one evaluation. */
  readonly median: number
  readonly low: number
  readonly high: number
  /** Relative to the first entry, round by round. */
  readonly ratio: number
  readonly ratioLow: number
  readonly ratioHigh: number
}

/** Payloads in rotation; a batch of a fast engine is a multiple of it, so that all batches are the same work. */
export const ROTATION = 64

const WARM_MILLIS = 600
const BATCH_MILLIS = 12
/** Fewest evaluations of a batch, also of a slow engine. */
const FEWEST = 4

/** Every result is written here, so that V8 cannot optimise an evaluation away. */
export const kept: { value: unknown } = { value: undefined }

const now = (): number => Number(process.hrtime.bigint())

export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.round((sorted.length - 1) * share)] ?? NaN
}

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

/** CPU time of this process with its other threads (garbage collection, engines in Rust): the load of the machine does not count. */
export const worked = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) * 1000
}

/** Nanoseconds per evaluation. */
const batch = async ({ run }: Timed, start: number, count: number): Promise<number> => {
  const from = worked()
  for (let index = start; index < start + count; index += 1) {
    const result = run(index)
    kept.value = result instanceof Promise ? await result : result
  }
  return (worked() - from) / count
}

const warmUp = async (timed: Timed): Promise<number> => {
  const end = now() + WARM_MILLIS * 1e6
  let each = await batch(timed, 0, FEWEST)
  let index = FEWEST
  while (now() < end || index < ROTATION / 4) {
    const count = each > 1e6 ? FEWEST : ROTATION
    each = await batch(timed, index, count)
    index += count
  }
  return each
}

const batchSize = (each: number, rotation: number): number => {
  const fitting = (BATCH_MILLIS * 1e6) / each
  return fitting < rotation ? Math.max(FEWEST, Math.round(fitting)) : Math.round(fitting / rotation) * rotation
}

/** @param tick is called after each batch. */
export const measure = async (
  all: ReadonlyArray<Timed>,
  rounds: number,
  tick: (done: number, of: number) => void
): Promise<ReadonlyArray<Timing>> => {
  const total = all.length * (rounds + 1)
  let done = 0
  const entries: Array<{ timed: Timed; size: number; next: number; samples: Array<number> }> = []
  for (const timed of all) {
    entries.push({ timed, size: batchSize(await warmUp(timed), timed.rotation ?? ROTATION), next: 0, samples: [] })
    tick((done += 1), total)
  }
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with another engine, so no engine always runs after the one that leaves most garbage.
    for (const entry of [...entries.slice(round % entries.length), ...entries.slice(0, round % entries.length)]) {
      entry.samples.push(await batch(entry.timed, entry.next, entry.size))
      entry.next += entry.size
      tick((done += 1), total)
    }
  }
  const first = entries[0]?.samples ?? []
  return entries.map(({ samples, timed }) => {
    const ratios = samples.map((sample, round) => sample / (first[round] ?? NaN))
    return {
      name: timed.name,
      median: median(samples),
      low: quantile(samples, 0.1),
      high: quantile(samples, 0.9),
      ratio: median(ratios),
      ratioLow: quantile(ratios, 0.1),
      ratioHigh: quantile(ratios, 0.9)
    }
  })
}
