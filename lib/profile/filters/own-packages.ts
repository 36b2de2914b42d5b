import { framesOfPackages } from './frame-masks.ts'
import { packOf } from './framework-packs.ts'
import { isJavaFrame, packageOfName } from '../names/java-package.ts'
import type { Profile } from '../model/profile.ts'
import { createPackageIndex } from './package-index.ts'

/** Packages that thousands of programs share, besides those of framework-packs.ts. Never a user's own program. */
const libraryPackages = [
  // The JDK and the languages.
  `java javax jakarta jdk sun com.sun com.oracle oracle org.graalvm org.openjdk kotlin kotlinx scala groovy
   org.codehaus clojure org.jetbrains org.jruby org.python`,
  // Foundations and companies.
  `org.apache org.eclipse com.google com.typesafe com.netflix com.amazonaws software.amazon com.azure com.microsoft
   org.jboss org.wildfly com.ibm com.twitter com.facebook org.gradle`,
  // Servers, clients, reactive.
  `io.quarkus io.vertx io.micronaut io.helidon com.linecorp.armeria io.ktor akka play ratpack okhttp3 okio
   retrofit2 feign io.github.resilience4j io.dropwizard org.glassfish org.restlet`,
  // Data.
  `com.zaxxer org.postgresql com.mysql org.mariadb org.h2 org.hsqldb com.mongodb org.bson redis.clients io.lettuce
   org.redisson com.hazelcast org.infinispan org.ehcache net.sf.ehcache com.github.benmanes org.jooq org.flywaydb
   liquibase org.rocksdb com.datastax org.elasticsearch com.rabbitmq net.openhft com.lmax org.agrona io.aeron
   org.jctools org.roaringbitmap it.unimi`,
  // Text, bytes, logs, metrics, tests.
  `org.slf4j ch.qos org.yaml org.json com.jayway net.minidev org.dom4j org.xml org.w3c com.thoughtworks
   com.esotericsoftware org.msgpack net.jpountz com.github.luben org.xerial org.bouncycastle org.conscrypt
   io.jsonwebtoken org.objectweb org.objenesis lombok org.mapstruct io.micrometer io.prometheus io.opentelemetry
   io.opentracing com.codahale datadog com.datadog com.newrelic io.sentry org.mockito org.assertj org.hamcrest
   org.testcontainers org.quartz com.intellij one.profiler io.pyroscope org.freemarker freemarker org.thymeleaf
   org.antlr`,
].flatMap(splitAtSpace)

const libraries = createPackageIndex(libraryPackages.map((name) => [name, true] as const))

/** Whether a method of this canonical name belongs to the JDK, a framework or a library that many programs use. */
export function isLibraryName(name: string): boolean {
  return libraries.find(name) ?? packOf(name) !== null
}

const topDomains = new Set(splitAtSpace('com org net io dev eu edu gov co me ai app info biz tech cloud'))
/** Many programs have packages below these, or a whole family of them. */
const shared =
  /^(?:(?:com|io)\.git(?:hub|lab)|org\.(?:apache|eclipse|jboss|springframework)|com\.google|\w\w\.(?:co|com|ac|gov|org))$/

/**
 * The part of a package that tells whose program it is: as far as a domain goes, or one part.
 *
 *     com.acme.shop.cart     com.acme
 *     org.apache.kafka.log   org.apache.kafka
 *     shop.cart              shop
 */
function getOrganisation(packageName: string): string {
  const parts = packageName.split('.')
  const isDomain = topDomains.has(parts[0]!) || (parts[0]!.length === 2 && parts.length > 1)
  const length = shared.test(parts.slice(0, 2).join('.')) ? 3 : isDomain ? 2 : 1
  return parts.slice(0, length).join('.')
}

/** A package that answers for less than this share of the weight is left out of the guess. */
const leastOwnPackageShare = 0.1
/** Packages that the guess of a program's own packages has, the heaviest; others are left out. */
const maxPackages = 3

/**
 * Package prefixes that are the program's own: those of its main class; else those that the jar or the service is named
 * after; else those that stand nearest to the leaf, libraries aside, in most of the weight. Empty when nothing tells.
 */
export function guessOwnPackages(profile: Profile): string[] {
  const { mainClass = '', jar = '', service = '' } = profile.provenance.target
  const ofMain = packageOfMain(profile, mainClass)
  if (ofMain !== null) return [ofMain]
  const weights = weightByOwner(profile)
  const named = ownersNamedLike([mainClass, jar, service], [...weights.keys()])
  if (named.length > 0) return named
  const least = leastOwnPackageShare * [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return [...weights]
    .filter(([, weight]) => weight > 0 && weight >= least)
    .sort(([a, weightOfA], [b, weightOfB]) => weightOfB - weightOfA || (a < b ? -1 : 1))
    .slice(0, maxPackages)
    .map(([owner]) => owner)
}

/**
 * Gives the package owner of `com.acme.shop.Main`; null where a framework starts the program or nothing of that package
 * was seen.
 */
function packageOfMain(profile: Profile, mainClass: string): string | null {
  if (/[\s/]|\.(?:jar|war|java)$/.test(mainClass) || packOf(`${mainClass}.main`) !== null) return null
  const owner = getOrganisation(packageOfName(`${mainClass}.main`))
  return owner !== '' && framesOfPackages(profile, [owner]).includes(1) ? owner : null
}

/** Each sample counts for the method nearest to its leaf that is of no library. */
function weightByOwner({ frames, strings, stacks, samples }: Profile): Map<string, number> {
  const ownerOfFrame = Array.from(frames.name, (index, frame) => {
    const name = strings[index]!
    return isJavaFrame({ frames, strings }, frame) && !isLibraryName(name) ? getOrganisation(packageOfName(name)) : ''
  })
  const ownerOfStack: string[] = []
  for (let stack = 0; stack < stacks.length; stack++) {
    const caller = stacks.parent[stack]!
    ownerOfStack.push(ownerOfFrame[stacks.frame[stack]!]! || (caller < 0 ? '' : ownerOfStack[caller]!))
  }
  const weights = new Map<string, number>()
  for (let sample = 0; sample < samples.length; sample++) {
    const owner = samples.stack[sample]! < 0 ? '' : ownerOfStack[samples.stack[sample]!]!
    if (owner !== '') weights.set(owner, (weights.get(owner) ?? 0) + samples.weight[sample]!)
  }
  return weights
}

/** Owners with a word of such a name as one of their last two parts: `com.acme` for `/opt/acme-service-1.2.jar`. */
function ownersNamedLike(names: readonly string[], owners: readonly string[]): string[] {
  const parts = new Set(names.flatMap((name) => splitLetters(name.slice(name.lastIndexOf('/') + 1))))
  for (const word of ['', ...genericParts]) parts.delete(word)
  const isNamedLike = (owner: string) =>
    splitLetters(owner)
      .slice(-2)
      .some((part) => parts.has(part))
  return owners.filter(isNamedLike).sort()
}

function splitLetters(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}]+/u)
}

const genericParts = splitAtSpace('app application boot com demo io jar java main net org server service war')

function splitAtSpace(text: string): string[] {
  return text.split(/\s+/)
}
