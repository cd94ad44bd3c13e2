# docker build -t drawbridge:0.1.0-SNAPSHOT .
# The image of a release, from this folder: the archive with its own Java, and the server's archive of classes.
FROM maven:3.9.16-eclipse-temurin-25@sha256:93b8a14ea2f412782e4e842651273b4d903e35cc496284f178fbbe2d67d00976 AS build
WORKDIR /src
COPY pom.xml LICENSE ./
COPY .mvn .mvn
COPY certs-gen certs-gen
COPY src src
RUN --mount=type=cache,target=/root/.m2 mvn -B -Prelease -DskipTests -Dmaven.javadoc.skip=true -Dsite.skip=true pre-integration-test && \
    mv target/linux/drawbridge-* target/linux/drawbridge && cp -pR target/linux/image/. target/linux/drawbridge/

# The C library, and a shell for the launcher and for jobs. pom.xml names the same.
FROM busybox:1.37.0-glibc@sha256:47ac99f1ae0afb8d83d8cd8aac5461be8103cac932f2631b5acce9122236adb1
COPY --from=build /src/target/linux/drawbridge /opt/drawbridge
WORKDIR /tmp
USER 65532:65532
EXPOSE 8443
ENV JAVA_OPTS=-XX:MaxRAMPercentage=50 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
ENTRYPOINT ["/opt/drawbridge/bin/drawbridge"]
CMD ["serve"]
