package clinic;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.time.LocalDate;

@Entity
public class Visit {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private LocalDate seenOn;
  private String description;

  @ManyToOne(fetch = FetchType.LAZY)
  private Pet pet;

  @ManyToOne(fetch = FetchType.LAZY)
  private Vet vet;

  protected Visit() {}

  Visit(Pet pet, Vet vet, LocalDate seenOn, String description) {
    this.pet = pet;
    this.vet = vet;
    this.seenOn = seenOn;
    this.description = description;
  }

  public LocalDate getSeenOn() {
    return seenOn;
  }

  public String getDescription() {
    return description;
  }

  public Vet getVet() {
    return vet;
  }
}
