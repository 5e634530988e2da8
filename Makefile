# The front door. Each goal installs what it needs (packages.txt), configures, builds and does its job.
.PHONY: all demo test bench lint fuzz clean
.DEFAULT_GOAL := all

all:
	@scripts/setup build web
	@cmake --preset release -DABUT_BUILD_WEB=ON >/dev/null
	@cmake --build build --target abut_program

demo: all
	@scripts/demo

test:
	@scripts/setup build web test
	@scripts/test

bench:
	@scripts/setup build bench
	@scripts/bench

lint:
	@scripts/setup build test lint
	@scripts/lint

fuzz:
	@scripts/setup build fuzz
	@scripts/fuzz

clean:
	rm -rf build build-* demo web/node_modules web/dist
