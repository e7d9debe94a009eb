# Builds an image with nothing but the program, which links no library:
#
#   docker build --tag batchdoku .
#   docker run --rm --interactive batchdoku solve < puzzles.txt > solutions.txt
#   docker run --rm --volume "$PWD:/data" batchdoku solve puzzles.txt -o solutions.txt
FROM rust:1.95-alpine AS build
# hadolint ignore=DL3018
RUN apk add --no-cache musl-dev
WORKDIR /source
COPY . .
RUN cargo build --profile dist --locked --bin batchdoku && mkdir /empty

FROM scratch
COPY --from=build /source/target/dist/batchdoku /batchdoku
COPY --from=build --chmod=1777 /empty /tmp
WORKDIR /data
USER 1000:1000
ENTRYPOINT ["/batchdoku"]
CMD ["--help"]
