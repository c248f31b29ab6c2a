# Thin names for Maven calls. Needed: a JDK 17 or newer, Maven, gcc, make, and Linux on amd64.

MAVEN = mvn -B -ntp

.PHONY: test version-check

# Every check and test: unit tests, and suites against PostgreSQL 18.
test:
	$(MAVEN) verify

# Refuses versions that disagree: build, control file, install script, chain of updates.
version-check:
	packaging/version-check
