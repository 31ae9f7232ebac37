# docker build -t ludex . && docker run --rm ludex list
# The commands are those of docs/reference/builds.md (tests/e2e/recipes_test.cpp).
FROM debian:12
WORKDIR /ludex
COPY . .
RUN ./setup.sh && cmake --workflow --preset package
RUN apt-get install -y ./build/release/ludex_*.deb
ENTRYPOINT ["ludex"]
CMD ["--help"]
