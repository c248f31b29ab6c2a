# Thin names for Maven calls. Needed: a JDK 17 or newer, Maven, gcc, make, and Linux on amd64.

MAVEN = mvn -B -ntp

.PHONY: test fuzz demo bench accept-sql accept-docs version-check

# Every check and test: unit tests, and suites against PostgreSQL 18.
test:
	$(MAVEN) verify

# Looks for inputs that break a reader, so long for each one: make fuzz TIME=10m. What it finds is left
# in the target folder of the module.
fuzz:
	$(MAVEN) -pl pljava-ext/core,worker -am test-compile surefire:test@fuzz \
		-Dfuzz.executions=0 -Dfuzz.duration=$(or $(TIME),1m)

# The main job on real data. KEEP=1 leaves it running; GEONAMES=folder loads the full set.
demo:
	test-sql/run-program demo dev.synchro.demo.Demo $(if $(KEEP),--keep) $(if $(GEONAMES),--geonames $(GEONAMES))

# What a call of a Java function costs, as ratios to PL/pgSQL, how fast the worker captures, as a
# ratio to a native subscription, and how fast the adapter is, as a ratio to the SQL call.
# SYNCHRO_TEST_DSN names a server with PL/Java to measure instead of the embedded one.
bench:
	test-sql/run-program bench dev.synchro.bench.core.CoreBench
	test-sql/run-program bench dev.synchro.bench.calls.CallCosts
	test-sql/run-program bench dev.synchro.bench.sync.CallsBench
	test-sql/run-program bench dev.synchro.bench.capture.CaptureBench
	test-sql/run-program bench dev.synchro.bench.adapter.AdapterBench
	test-sql/run-program bench dev.synchro.bench.membership.MembershipBench
	test-sql/run-program bench dev.synchro.bench.evolution.EvolutionBench $(or $(ROWS),200000)

# Takes over the install script and the control file a build writes as the tracked copies.
accept-sql:
	packaging/accept-sql

# Takes over the catalogue of codes a build writes as the tracked document.
accept-docs:
	packaging/accept-docs

# Refuses versions that disagree: build, control file, install script, chain of updates.
version-check:
	packaging/version-check
