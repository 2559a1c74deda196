/** What is measured: requests of one kind to one server, and the processes that work for them. */
import * as Cpu from "./cpu.ts"

export interface Work {
  readonly requests: number
  /** Microseconds of the Node process that answers. */
  readonly server: number
  /** Microseconds of Postgres, all of its processes. */
  readonly postgres: number
}

export interface Contender {
  readonly name: string
  readonly run: (seconds: number) => Promise<Work>
  /** Its cost per request in microseconds, and that of the contender `beside` it. */
  readonly cost: "server" | "postgres"
  readonly beside: string
  /** The ratio is what the other costs over what this costs. */
  readonly inverse?: true
  readonly bar?: string
  readonly notes: string
}

/** A place to which requests go, and the processes that work for it. */
export interface Target {
  readonly server: number
  readonly postgres: number | undefined
}

export const worked = async (target: Target, act: () => Promise<number>): Promise<Work> => {
  const now = () => ({
    server: Cpu.ofProcess(target.server),
    postgres: target.postgres === undefined ? 0 : Cpu.ofFamily(target.postgres)
  })
  const from = now()
  const requests = await act()
  const to = now()
  return { requests, server: to.server - from.server, postgres: to.postgres - from.postgres }
}
