package clinic;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import java.util.Set;
import java.util.TreeSet;

@Entity
public class Vet extends Person {
  @ElementCollection
  private Set<String> specialties = new TreeSet<>();

  protected Vet() {}

  Vet(String firstName, String lastName, Set<String> specialties) {
    super(firstName, lastName);
    this.specialties.addAll(specialties);
  }

  public Set<String> getSpecialties() {
    return specialties;
  }
}
