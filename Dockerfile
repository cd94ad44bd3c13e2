# The webhook as an image. Build: docker build -t drawbridge:0.1.0-SNAPSHOT .
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml LICENSE ./
COPY certs-gen certs-gen
COPY src src
RUN --mount=type=cache,target=/root/.m2 mvn -B -DskipTests package

FROM eclipse-temurin:25-jre
COPY --from=build /src/target/drawbridge /opt/drawbridge
# Leaves the archive of classes that a check starts from; samples have findings, so it ends with 1.
RUN /opt/drawbridge/bin/drawbridge check /opt/drawbridge/share/samples || [ $? -eq 1 ]
USER 65532:65532
WORKDIR /tmp
EXPOSE 8443
ENV JAVA_OPTS="-XX:MaxRAMPercentage=60"
ENTRYPOINT ["/opt/drawbridge/bin/drawbridge"]
CMD ["serve"]
