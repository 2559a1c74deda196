/** How a suite of laws is put together: its tests share one instance of the adapter. */
import { layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import type { Quota } from "@formwork/domain/limits/Budget"
import type { Ports, Subject } from "./Subject.ts"

/** Registers a test that has every port. */
export type It = Vitest.MethodsNonLive<Ports>

/** The clock of a suite's subject, and how to let time pass for it. */
export type Time = Pick<Subject<never>, "pass" | "clock">

/** Lets the `millis` pass after which something ends. A test clock then stands at its very end, which is over; a real one is past it. */
export const passTo = ({ clock, pass }: Time, millis: number) => pass(clock === "test" ? millis : millis + 50)

/** More requests than any suite makes. */
const plenty: Quota = { limit: 100_000, windowMillis: 60_000 }

/**
 * @param title what the suite is about; a report of Vitest shows `title: name`.
 * @param register registers the tests, the example first.
 * @returns the suite: called with the name of an adapter and the subject, it registers the tests for them.
 */
export const suite =
  (title: string, register: (it: It, time: Time) => void, quota: Quota = plenty) =>
  <E>(name: string, subject: Subject<E>): void =>
    layer(subject.layer(quota), { excludeTestServices: subject.clock === "real" })(`${title}: ${name}`, (it) =>
      register(it, subject)
    )
