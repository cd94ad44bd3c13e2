# The webhook:         docker build -t drawbridge:0.1.0-SNAPSHOT .
# The check, for jobs: docker build --target check -t drawbridge:0.1.0-SNAPSHOT-check .
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml LICENSE ./
COPY .mvn .mvn
COPY certs-gen certs-gen
COPY src src
RUN --mount=type=cache,target=/root/.m2 mvn -B -DskipTests package

FROM eclipse-temurin:25-jre AS base
COPY --from=build /src/target/drawbridge /opt/drawbridge
WORKDIR /tmp
ENTRYPOINT ["/opt/drawbridge/bin/drawbridge"]

# Creates the class archive of a check and a gate; the samples have findings, so the exit code is 1.
FROM base AS check
RUN /opt/drawbridge/bin/drawbridge check /opt/drawbridge/share/samples || [ $? -eq 1 ]
USER 65532:65532
CMD ["check", "--help"]

# Creates the class archive of a server and the arguments of Java, so that no shell is needed.
FROM base AS serve
RUN DRAWBRIDGE_ARGUMENT_FILE=/opt/drawbridge/serve.args /opt/drawbridge/bin/drawbridge serve
USER 65532:65532
EXPOSE 8443
ENV JDK_JAVA_OPTIONS="-XX:MaxRAMPercentage=50" MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
ENTRYPOINT ["java", "@/opt/drawbridge/serve.args"]
CMD ["serve"]
