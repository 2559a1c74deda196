/** The in-memory adapter obeys the laws of every port. */
import { contract } from "../src/contract/contract.ts"
import { virtual } from "../src/contract/Subject.ts"
import * as Memory from "../src/Memory.ts"

contract("memory", virtual(Memory.layer))
