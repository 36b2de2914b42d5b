import { expect, test } from 'vitest'
import { findCampConfigurations } from './camp-configurations.ts'
import { readCampModel } from './camp-model.ts'
import type { ProjectFiles } from './project-files.ts'
import { realizeConfiguration } from './realize.ts'

// Two components for one service, substitutions in docker-compose.yml and in a Dockerfile, a stack of features, files
// of which one is kept.
const model = `
goals: { running: [ Clinic ] }
components:
  WebMySQL:
    provides_services: [ Clinic ]
    requires_services: [ MySQL ]
    requires_features: [ Java ]
    implementation: { docker: { file: WebMySQL/Dockerfile } }
    variables:
      heap: { type: Integer, values: [ 256, 512 ], realization: [ { targets: [ WebMySQL/Dockerfile, docker-compose.yml ], pattern: "-Xmx1g", replacements: [ "-Xmx{value}m" ] } ] }
      profile: { values: [ small, large ], realization: [ { select: [ WebMySQL/small.xml, WebMySQL/large.xml ], as: WebMySQL/conf/app.xml } ] }
    realization: [ { select: WebMySQL/mysql, instead_of: [ WebMySQL/h2 ], as: WebMySQL/db } ]
  MySQL:
    provides_services: [ MySQL ]
    implementation: { docker: { file: MySQL/Dockerfile } }
    variables: { version: { values: [ v5, v8 ], realization: [ { targets: [ MySQL/Dockerfile ], pattern: "mysql:any", replacements: [ "mysql:5.7", "mysql:8.4" ] } ] } }
  Java: { provides_features: [ Java ], implementation: { docker: { file: Java/Dockerfile } } }
`
const template = {
  'docker-compose.yml':
    'services:\n  web:\n    build: ./WebMySQL\n    environment: { OPTS: "-Xmx1g" }\n  db:\n    build:   ./MySQL\n  other:\n    build: ./MySQLBackup\n',
  'notes.txt': 'kept',
  'unused/file': 'not kept',
  'WebMySQL/Dockerfile': 'FROM maven AS build\nFROM camp/runtime:any\nENV OPTS=-Xmx1g\nENV MORE=-Xmx1g\n',
  'WebMySQL/small.xml': 'small',
  'WebMySQL/large.xml': 'large',
  'WebMySQL/mysql/a.sql': 'mysql',
  'WebMySQL/h2/a.sql': 'h2',
  'WebMySQL/logo.bin': '\u00ff\u0000',
  'MySQL/Dockerfile': 'FROM mysql:any\n',
  'Java/Dockerfile': 'FROM debian\n',
}

function realize(
  number: number,
  files: Readonly<Record<string, string>> = template,
  text = model,
): Record<string, string> {
  const configuration = findCampConfigurations(readCampModel('camp.yml', text).model, 'all')[number]!
  const given: ProjectFiles = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      { bytes: Buffer.from(content, 'latin1'), isExecutable: false },
    ]),
  )
  return Object.fromEntries(
    [...realizeConfiguration(configuration, given)].map(([path, { bytes }]) => [
      path,
      Buffer.from(bytes).toString('latin1'),
    ]),
  )
}

test('a configuration has its compose file, a folder for each image, and the script that builds them', () => {
  const { 'images/build_images.sh': script, ...files } = realize(7)
  expect(files).toEqual({
    'docker-compose.yml':
      'services:\n  web:\n    image: camp-webmysql_0\n    environment: { OPTS: "-Xmx512m" }\n  db:\n    image: camp-mysql_0\n  other:\n    build: ./MySQLBackup\n',
    'notes.txt': 'kept',
    'images/webmysql_0/Dockerfile': 'FROM maven AS build\nFROM camp-java_0\nENV OPTS=-Xmx512m\nENV MORE=-Xmx512m\n',
    'images/webmysql_0/conf/app.xml': 'large',
    'images/webmysql_0/db/a.sql': 'mysql',
    'images/webmysql_0/logo.bin': '\u00ff\u0000',
    'images/mysql_0/Dockerfile': 'FROM mysql:8.4\n',
    'images/java_0/Dockerfile': 'FROM debian\n',
  })
  expect(script!.match(/docker build .*/g)).toEqual([
    'docker build --force-rm --no-cache -t camp-java_0 ./java_0',
    'docker build --force-rm --no-cache -t camp-webmysql_0 ./webmysql_0',
    'docker build --force-rm --no-cache -t camp-mysql_0 ./mysql_0',
  ])
})

test('other values give other files, and the template stays as it is', () => {
  const first = realize(0)
  expect(first['images/webmysql_0/conf/app.xml']).toBe('small')
  expect(first['images/mysql_0/Dockerfile']).toBe('FROM mysql:5.7\n')
  expect(realize(7)['images/mysql_0/Dockerfile']).toBe('FROM mysql:8.4\n')
})

test('a provider that is an image is built on by its name', () => {
  const text = model.replace('file: Java/Dockerfile', 'image: "eclipse-temurin:25"')
  expect(realize(0, template, text)['images/webmysql_0/Dockerfile']).toContain('FROM eclipse-temurin:25\n')
})

const { 'Java/Dockerfile': _, ...withoutJava } = template
test.each([
  ['a component without a Dockerfile', withoutJava, model, 'template/Java/Dockerfile is missing'],
  [
    'a pattern that is not there',
    { ...template, 'MySQL/Dockerfile': 'FROM mysql:8\n' },
    model,
    'MySQL version: images/mysql_0/Dockerfile has no mysql:any',
  ],
  [
    'a Dockerfile that is built on nothing of CAMP',
    { ...template, 'WebMySQL/Dockerfile': 'FROM debian\n' },
    model,
    'WebMySQL is built on Java',
  ],
  [
    'a target that is not there',
    template,
    model.replace('targets: [ MySQL/Dockerfile ]', 'targets: [ MySQL/Other ]'),
    'there is no file images/mysql_0/Other',
  ],
  [
    'a target outside',
    template,
    model.replace('targets: [ MySQL/Dockerfile ]', 'targets: [ ../../etc/passwd ]'),
    'outside of the template',
  ],
  [
    'too few replacements',
    template,
    model.replace('"mysql:5.7", ', ''),
    'MySQL version needs a replacement for each value',
  ],
  ['too few files', template, model.replace('WebMySQL/small.xml, ', ''), 'WebMySQL profile selects from 1 files'],
  [
    'a file that is not there',
    template,
    model.replace('WebMySQL/small.xml', 'WebMySQL/tiny.xml'),
    'tiny.xml, which is not in the template',
  ],
])('%s is named', (__, files, text, expected) => {
  expect(() => realize(0, files, text)).toThrow(expected)
})
