package clinic;

import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Fills an empty database before the first request, each time with the same rows. */
@Component
class Seed implements SmartInitializingSingleton {
  private static final int OWNERS = 400;
  private static final LocalDate FIRST_DAY = LocalDate.of(2020, 1, 1);

  private static final List<String> FIRST_NAMES =
      List.of("Ada", "Bruno", "Clara", "Dario", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kaya", "Liv");
  private static final List<String> LAST_NAMES =
      List.of("Abel", "Brandt", "Costa", "Demir", "Egger", "Fischer", "Grau", "Haas", "Ivanov", "Jansen", "Keller",
          "Lund", "Moser", "Novak", "Olsen", "Petrov", "Quist", "Rossi", "Sato", "Tran");
  private static final List<String> CITIES = List.of("Aldwick", "Birkdale", "Corran", "Dunmore", "Eastham");
  private static final List<String> PET_NAMES =
      List.of("Biscuit", "Cleo", "Domino", "Figaro", "Hazel", "Juno", "Maple", "Nemo", "Otis", "Pepper", "Rusty");
  private static final List<String> REASONS =
      List.of("vaccination", "limps on the left", "does not eat", "teeth", "check before a journey", "wound on a paw");
  private static final List<Set<String>> SPECIALTIES =
      List.of(Set.of(), Set.of("surgery"), Set.of("dentistry"), Set.of("surgery", "radiology"));

  private final Owners owners;
  private final Vets vets;
  private final SpeciesList species;
  private final Random random = new Random(1);

  Seed(Owners owners, Vets vets, SpeciesList species) {
    this.owners = owners;
    this.vets = vets;
    this.species = species;
  }

  @Override
  @Transactional
  public void afterSingletonsInstantiated() {
    if (owners.count() > 0) return;
    var doctors = vets.saveAll(IntStream.range(0, 12).mapToObj(this::vet).toList());
    var names = Stream.of("cat", "dog", "hamster", "lizard", "parrot", "rabbit");
    var kinds = species.saveAll(names.map(Species::new).toList());
    for (int number = 0; number < OWNERS; number++) owners.save(owner(number, kinds, doctors));
  }

  private Vet vet(int number) {
    return new Vet(any(FIRST_NAMES), any(LAST_NAMES), SPECIALTIES.get(number % SPECIALTIES.size()));
  }

  private Owner owner(int number, List<Species> kinds, List<Vet> doctors) {
    var lastName = LAST_NAMES.get(number % LAST_NAMES.size());
    var telephone = "555-%04d".formatted(number);
    var owner = new Owner(any(FIRST_NAMES), lastName, number + " Mill Lane", any(CITIES), telephone);
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      var pet = new Pet(owner, any(kinds), any(PET_NAMES), anyDay());
      for (int seen = random.nextInt(5); seen > 0; seen--) {
        pet.getVisits().add(new Visit(pet, any(doctors), anyDay(), any(REASONS)));
      }
      owner.getPets().add(pet);
    }
    return owner;
  }

  private LocalDate anyDay() {
    return FIRST_DAY.plusDays(random.nextInt(2000));
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
