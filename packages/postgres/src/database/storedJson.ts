/** What a column of type json or jsonb holds. */
import { Schema } from "effect"
import type { Json } from "@formwork/rules/Json"

/** JSON as it was stored: Postgres holds no other, so that nothing looks through it again. */
export const storedJson = Schema.declare((_stored): _stored is Json => true)
