# The webhook as an image. Build: docker build -t drawbridge:0.1.0-SNAPSHOT .
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml LICENSE ./
COPY certs-gen certs-gen
COPY src src
RUN --mount=type=cache,target=/root/.m2 mvn -B -DskipTests package

FROM eclipse-temurin:25-jre
COPY --from=build /src/target/drawbridge /opt/drawbridge
# Leave the archives of classes that a check, a gate and a server start from: samples have findings, so that ends with 1; here is no
# repository: 2; and no such setting: 2.
RUN /opt/drawbridge/bin/drawbridge check /opt/drawbridge/share/samples || [ $? -eq 1 ]
RUN /opt/drawbridge/bin/drawbridge check --base HEAD || [ $? -eq 2 ]
RUN /opt/drawbridge/bin/drawbridge serve --no-such-setting || [ $? -eq 2 ]
USER 65532:65532
WORKDIR /tmp
EXPOSE 8443
ENV JAVA_OPTS="-XX:MaxRAMPercentage=40"
ENTRYPOINT ["/opt/drawbridge/bin/drawbridge"]
CMD ["serve"]
