# The webhook as an image. Build: docker build -t drawbridge:0.1.0-SNAPSHOT .
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml LICENSE ./
COPY certs-gen certs-gen
COPY src src
RUN --mount=type=cache,target=/root/.m2 mvn -B -DskipTests package

FROM eclipse-temurin:25-jre
COPY --from=build /src/target/drawbridge /opt/drawbridge
USER 65532:65532
WORKDIR /tmp
EXPOSE 8443
ENV JAVA_OPTS="-XX:MaxRAMPercentage=60"
ENTRYPOINT ["/opt/drawbridge/bin/drawbridge"]
CMD ["serve"]
