import { canonicalJavaName } from '../../jvm/java-name.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { packTieredFrame, type TieredFrame } from './stack-collector.ts'

/** A method, as `shop.Price.scan`, of a text that holds Java methods only: its name need not look like one. */
export function addJavaFrame(builder: ProfileBuilder, method: string): TieredFrame {
  const { name } = canonicalJavaName(`void ${method}()`)
  return packTieredFrame(builder.frame(name, 'java', { raw: method }), 'unknown')
}
