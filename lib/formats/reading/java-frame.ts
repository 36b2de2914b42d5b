import { canonicalJavaName } from '../../jvm/java-name.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { packTieredFrame, type TieredFrame } from './stack-collector.ts'

/** A Java method of a text that holds Java methods only, as `shop.Price.scan`, whatever its name looks like. */
export function addJavaFrame(builder: ProfileBuilder, method: string): TieredFrame {
  const { name } = canonicalJavaName(`void ${method}()`)
  return packTieredFrame(builder.frame(name, 'java', { raw: method }), 'unknown')
}
