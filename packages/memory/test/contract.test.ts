/** The in-memory adapter obeys the laws of every port. */
import { contract } from "@formwork/contract/contract"
import { virtual } from "@formwork/contract/Subject"
import * as Memory from "../src/Memory.ts"

contract("memory", virtual(Memory.layer))
