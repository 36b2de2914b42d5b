package clinic;

import org.springframework.data.jpa.repository.JpaRepository;

interface Visits extends JpaRepository<Visit, Long> {}
