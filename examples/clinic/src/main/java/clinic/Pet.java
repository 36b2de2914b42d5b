package clinic;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

@Entity
public class Pet {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private String name;
  private LocalDate bornOn;

  @ManyToOne(fetch = FetchType.LAZY)
  private Species species;

  @ManyToOne(fetch = FetchType.LAZY)
  private Owner owner;

  @OneToMany(mappedBy = "pet", cascade = CascadeType.ALL)
  @OrderBy("seenOn desc")
  private List<Visit> visits = new ArrayList<>();

  protected Pet() {}

  Pet(Owner owner, Species species, String name, LocalDate bornOn) {
    this.owner = owner;
    this.species = species;
    this.name = name;
    this.bornOn = bornOn;
  }

  public Long getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  public LocalDate getBornOn() {
    return bornOn;
  }

  public Species getSpecies() {
    return species;
  }

  public Owner getOwner() {
    return owner;
  }

  public List<Visit> getVisits() {
    return visits;
  }
}
