import { packOf } from './framework-packs.ts'
import { createPackageIndex } from './package-index.ts'

/** Packages that thousands of programs share, besides those of framework-packs.ts. Never somebody's own program. */
const libraryPackages = [
  // The JDK and the languages.
  ...['java', 'javax', 'jakarta', 'jdk', 'sun', 'com.sun', 'com.oracle', 'oracle', 'org.graalvm', 'org.openjdk'],
  ...['kotlin', 'kotlinx', 'scala', 'groovy', 'org.codehaus', 'clojure', 'org.jetbrains', 'org.jruby', 'org.python'],
  // Foundations and companies.
  ...['org.apache', 'org.eclipse', 'com.google', 'com.typesafe', 'com.netflix', 'com.amazonaws', 'software.amazon'],
  ...['com.azure', 'com.microsoft', 'org.jboss', 'org.wildfly', 'com.ibm', 'com.twitter', 'com.facebook', 'org.gradle'],
  // Servers, clients, reactive.
  ...[
    'io.quarkus',
    'io.vertx',
    'io.micronaut',
    'io.helidon',
    'com.linecorp.armeria',
    'io.ktor',
    'akka',
    'play',
    'ratpack',
  ],
  ...[
    'okhttp3',
    'okio',
    'retrofit2',
    'feign',
    'io.github.resilience4j',
    'io.dropwizard',
    'org.glassfish',
    'org.restlet',
  ],
  // Data.
  ...['com.zaxxer', 'org.postgresql', 'com.mysql', 'org.mariadb', 'org.h2', 'org.hsqldb', 'com.mongodb', 'org.bson'],
  ...[
    'redis.clients',
    'io.lettuce',
    'org.redisson',
    'com.hazelcast',
    'org.infinispan',
    'org.ehcache',
    'net.sf.ehcache',
  ],
  ...[
    'com.github.benmanes',
    'org.jooq',
    'org.flywaydb',
    'liquibase',
    'org.rocksdb',
    'com.datastax',
    'org.elasticsearch',
  ],
  ...[
    'com.rabbitmq',
    'net.openhft',
    'com.lmax',
    'org.agrona',
    'io.aeron',
    'org.jctools',
    'org.roaringbitmap',
    'it.unimi',
  ],
  // Text, bytes, logs, metrics, tests.
  ...['org.slf4j', 'ch.qos', 'org.yaml', 'org.json', 'com.jayway', 'net.minidev', 'org.dom4j', 'org.xml', 'org.w3c'],
  ...['com.thoughtworks', 'com.esotericsoftware', 'org.msgpack', 'net.jpountz', 'com.github.luben', 'org.xerial'],
  ...[
    'org.bouncycastle',
    'org.conscrypt',
    'io.jsonwebtoken',
    'org.objectweb',
    'org.objenesis',
    'lombok',
    'org.mapstruct',
  ],
  ...['io.micrometer', 'io.prometheus', 'io.opentelemetry', 'io.opentracing', 'com.codahale', 'datadog', 'com.datadog'],
  ...['com.newrelic', 'io.sentry', 'org.mockito', 'org.assertj', 'org.hamcrest', 'org.testcontainers', 'org.quartz'],
  ...['com.intellij', 'one.profiler', 'io.pyroscope', 'org.freemarker', 'freemarker', 'org.thymeleaf', 'org.antlr'],
]

const libraries = createPackageIndex(libraryPackages.map((name) => [name, true] as const))

/** Whether a method of this canonical name belongs to the JDK, a framework or a library that many programs use. */
export function isLibraryName(name: string): boolean {
  return libraries.find(name) ?? packOf(name) !== null
}
