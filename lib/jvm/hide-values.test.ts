import { expect, test } from 'vitest'
import { hideArgumentValues } from './hide-values.ts'

test.each([
  ['java -Xmx1g -Ddb.url=jdbc:x -jar shop.jar --port=80 prod', 'java -Xmx1g -Ddb.url=… -jar shop.jar --port=… …'],
  [
    '/opt/jdk/bin/java -cp a:b -XX:+UseG1GC -XX:MaxRAMPercentage=75.5 acme.Shop -v x',
    '/opt/jdk/bin/java -cp a:b -XX:+UseG1GC -XX:MaxRAMPercentage=75.5 acme.Shop -v …',
  ],
  [
    'java -XX:OnError=/bin/x -javaagent:/a.jar=key:1,b -p mods -m shop/acme.Shop k=v',
    'java -XX:OnError=… -javaagent:/a.jar=… -p mods -m shop/acme.Shop …',
  ],
  ['java --add-opens java.base/java.lang=ALL @secret.args acme.Shop', 'java --add-opens … … acme.Shop'],
  ['java -Da -Db= acme.Shop', 'java -Da -Db=… acme.Shop'],
  ['', ''],
])('%s', (line, shown) => {
  expect(hideArgumentValues(line.split(' ').filter(Boolean)).join(' ')).toBe(shown)
})
