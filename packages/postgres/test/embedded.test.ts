/** Every law of every port, on the embedded database. */
import { contract } from "@formwork/contract/contract"
import { Layer } from "effect"
import { actual } from "@formwork/contract/Subject"
import * as Embedded from "../src/embedded/Embedded.ts"
import * as MemoryTemplate from "../src/testing/MemoryTemplate.ts"
import { ports } from "./Subject.ts"

const memory = Embedded.layerMemory.pipe(Layer.provide(MemoryTemplate.layer))

contract(
  "embedded",
  actual((quota) => ports(memory, quota))
)
