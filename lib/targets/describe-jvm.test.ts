import { expect, test } from 'vitest'
import { expandArgfiles } from '../jvm/argfiles.ts'
import { parseJavaCommandLine } from '../jvm/command-line.ts'
import { collectorOfThreads, mainClassOf } from './describe-jvm.ts'
import { userNameIn } from '../host/jvm/user-name.ts'

test.each([
  ['/opt/java/bin/java -jar /app/shop.jar x', undefined, 'shop.jar'],
  ['java -cp x com.acme.Shop', 'com.acme.Other', 'com.acme.Shop'],
  ['java @missing', 'com.acme.Shop x', 'com.acme.Shop'],
  ['java @missing /var/shop/', 'com.acme.Shop /var/shop/', 'com.acme.Shop'],
  ['java -cp @missing com.acme.Shop x', 'com.acme.Shop x', 'com.acme.Shop'],
  ['java @missing -m shop.app/com.acme.Shop', 'shop.app/com.acme.Shop x', 'com.acme.Shop'],
  ['java @missing Shop.java', 'jdk.compiler/com.sun.tools.javac.launcher.Main Shop.java', 'Shop.java'],
  ['/opt/shop/bin/shop --port 80', 'com.acme.Shop --port 80', 'com.acme.Shop'],
  ['/opt/shop/bin/shop --port 80', 'shop.app/com.acme.Shop', 'com.acme.Shop'],
  ['/opt/shop/bin/shop --port 80', '/app/lib/shop.jar', 'shop.jar'],
  ['/opt/shop/bin/shop --port 80', undefined, 'shop'],
  ['python3 app.py /opt/java/lib/server/libjvm.so', '', 'app.py'],
  ['/usr/bin/python3.12 -u -W ignore /srv/app/app.py', undefined, 'app.py'],
  ['python3 -m shop.server -p 80', undefined, 'shop.server'],
  ['python3 -u /usr/bin/gunicorn shop:app', undefined, 'gunicorn'],
  ['python3 -c code', undefined, 'python3'],
  ['node --require ./trace.js server.mjs', undefined, 'server.mjs'],
  ['python3 app.py', 'shop.Shop', 'shop.Shop'],
  ['python3', undefined, 'python3'],
  ['', undefined, 'java'],
])('%j with the counter %j is called %s', (line, javaCommand, name) => {
  const [program = '', ...rest] = line.split(' ')
  const { args, namesFiles, isComplete } = expandArgfiles(rest, () => null)
  const read = { argv: [program, ...args.flat()], line: parseJavaCommandLine(args.flat(), isComplete) }
  expect(mainClassOf({ ...read, isCertain: !namesFiles }, javaCommand)).toBe(name)
})

test.each([
  [['java', 'VM Thread', 'GC Thread#0', 'G1 Main Marker'], 'G1'],
  [['java', 'VM Thread', 'GC Thread#0'], 'Parallel'],
  [['java', 'VM Thread', 'ZDirector'], 'ZGC'],
  [['java', 'VM Thread', 'Shenandoah GC T'], 'Shenandoah'],
  [['java', 'VM Thread', 'VM Periodic Tas'], 'Serial'],
  [['java'], null],
])('the threads %j are of %s', (names, collector) => expect(collectorOfThreads(names)).toBe(collector))

test('a user has the name the container gives it, or none', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/sh\nshop:x:10001:10001::/:/sbin/nologin\n:x:5:\nbroken'
  expect(userNameIn(passwd, 10001)).toBe('shop')
  expect(userNameIn(passwd, 5)).toBe(null)
  expect(userNameIn(passwd, 65532)).toBe(null)
})
