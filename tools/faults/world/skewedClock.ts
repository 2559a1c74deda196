/**
 * Preloaded into a process under test. SIGUSR2 sets its wall clock an hour ahead, then an hour behind, then right, and so on. The
 * monotonic clock and the timers stay right, as on a machine whose clock is set.
 */
const hour = 3_600_000
const settings = [hour, -hour, 0]
let turn = 0
let offsetMillis = 0

const right = Date.now
Date.now = () => right() + offsetMillis

globalThis.Date = new Proxy(Date, {
  construct: (target, given: ReadonlyArray<unknown>, newTarget): object =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget)
})

process.on("SIGUSR2", () => {
  offsetMillis = settings[turn++ % settings.length] ?? 0
})
