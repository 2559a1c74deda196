/** A bug that is planted between the ports and the services: the simulation has to find it. */
import type { Quota } from "@formwork/domain/limits/Budget"
import type { Court } from "../witness/Court.ts"
import type { Database, Ports } from "../store/Ports.ts"

export interface Soil extends Database {
  readonly court: Court
  readonly quota: Quota
}

export interface Bug {
  readonly name: string
  /** What is wrong, in a sentence. */
  readonly says: string
  /** For one world; what it gives is called for each process that starts, and gives the ports that are wrong. */
  readonly plant: (soil: Soil) => () => Partial<Ports>
}
