# make run     install what is missing, build, write an article and link it
# make test    install what is missing, build, run the tests; DATA=postgresql: on that database
# make test-all   install all that any test needs, and skip none
# make help    the rest

BUILD   ?= build
PREFIX  ?= /usr/local
LUA     ?= lua5.4
# Those of which the headers are there.
LUAS    ?= $(shell for lua in lua5.1 lua5.2 lua5.3 lua5.4 luajit; do pkg-config --exists $$lua 2>/dev/null && echo $$lua; done)
CC      ?= cc
# As Debian hardens what it compiles, so that its package can take the modules of any build.
CFLAGS  ?= -O2 -g -fstack-protector-strong -D_FORTIFY_SOURCE=2
JOBS    := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
VERSION := $(shell sed -n 's/^\#define COPYDESK_VERSION "\(.*\)"/\1/p' src/base/version.h)

# --- flags ---------------------------------------------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
            -Wno-missing-field-initializers $(if $(WERROR),-Werror)
SAN      := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
COMPILE   = $(CC) -std=c11 -D_GNU_SOURCE -fPIC -fvisibility=hidden -ffp-contract=off -pthread -MMD -MP -Isrc -I$(BUILD)/gen \
            $(WARNINGS) $(SAN) $(PACKAGE_CFLAGS) $(CPPFLAGS) $(CFLAGS)
SHARED    = $(CC) -shared -pthread -Wl,-z,nodelete -Wl,-z,relro -Wl,-z,now $(SAN) $(LDFLAGS)

pkg = $(shell pkg-config $(1) $(2) 2>/dev/null)
PACKAGES       := libcurl libmicrohttpd sqlite3 libpq jansson libxml-2.0 md4c libcrypto libutf8proc zlib
PACKAGE_CFLAGS := $(call pkg,--cflags,$(PACKAGES))
CORE_LIBS      := $(call pkg,--libs,libcurl)
SIGNATURE_LIBS := $(call pkg,--libs,libcrypto)
LINKER_LIBS    := $(call pkg,--libs,libutf8proc) -lstemmer -lm
# A module so small that compilers put all of libc that it calls into it must name libc all the same.
WITH_LIBC      := -Wl,--push-state,--no-as-needed -lc -Wl,--pop-state
SERVICE_LIBS   := $(call pkg,--libs,$(PACKAGES)) -lstemmer -lm
lua_cflags      = $(call pkg,--cflags,$(1))

# --- what is built -------------------------------------------------------------------------------------------------

sources = $(shell find $(addprefix src/,$(1)) -name '*.c')
objects = $(patsubst src/%.c,$(BUILD)/obj/%.o,$(1))
CORE_OBJECTS    := $(call objects,$(call sources,base client))
# The linker writes nothing: of the languages it gets the lists of words only.
LINKER_OBJECTS  := $(patsubst %/obj/text/language.o,%/obj-linker/text/language.o,$(call objects,$(call sources,base text link)))
SERVICE_OBJECTS := $(call objects,$(call sources,base text net store link model media research deliver write service))

modules = $(foreach module,core signature linker service,$(BUILD)/lib/$(1)/copydesk/$(module).so)
MODULES := $(foreach lua,$(LUAS),$(call modules,$(lua)))
COMMANDS := $(foreach lua,$(LUAS),$(BUILD)/bin/$(lua)/copydesk)
C_TESTS := $(patsubst spec/c/%.c,$(BUILD)/spec/%,$(wildcard spec/c/test_*.c))
FUZZ_OBJECTS := $(patsubst spec/fuzz/%.c,$(BUILD)/fuzz-objects/%.o,$(wildcard spec/fuzz/*.c))
FUZZERS := $(patsubst spec/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard spec/fuzz/*.c))

.PHONY: all run test deps lint asan bench fuzz install clean env help demo c-tests fuzzers bench-programs
.SUFFIXES:
.SECONDARY:

all: $(MODULES) $(COMMANDS)

help:
	@sed -n -e 's/^# make/make/p' -e 's/^#    /    /p' Makefile

# make deps    install what is missing from Debian's packages, saying what and why
deps:
	@sh .ci/deps build test

# make clients   fetch public clients of language models, and a driver of browsers, from npm, and the browser, from Debian:
#                with them more of the tests can run
.PHONY: clients
clients:
	@command -v npm >/dev/null 2>&1 || sh .ci/deps clients
	@command -v chromium-headless-shell >/dev/null 2>&1 || sh .ci/deps browser
	@sh spec/node/install.sh

# Builds the targets; of what is compiled for a while each tenth is told.
build_quietly = BUILD=$(BUILD) sh .ci/build $(MAKE) -j$(JOBS) $(1)

# One Lua is enough here; the others are for the tests.
run:
	@sh .ci/deps build
	@$(call build_quietly,LUAS=$(LUA) all)
	@$(MAKE) -s demo

demo:
	@eval "$$($(MAKE) -s --no-print-directory env)" && $(LUA) examples/article.lua
	@echo 'The queue in your browser, signed in: $(BUILD)/bin/$(LUA)/copydesk open --data build/demo/data --library examples/library'

# With DATA=postgresql services and stores of the tests are on a PostgreSQL that is started for them, and is gone
# afterwards. SPECS=@database: only what works on a database.
DATA ?= sqlite
DATABASES := sqlite postgresql
on_database_postgresql := sh spec/support/postgresql.sh run
test:
	@$(if $(filter $(DATA),$(DATABASES)),:,echo 'copydesk: DATA is one of: $(DATABASES)' >&2; exit 2)
	@sh .ci/deps build test $(if $(filter postgresql,$(DATA)),database)
	@$(call build_quietly,all c-tests)
	@eval "$$($(MAKE) -s --no-print-directory env)" && COPYDESK_BUILD=$(abspath $(BUILD)) \
		$(on_database_$(DATA)) $(LUA) spec/run.lua $(SPECS)

# With REST=--rest what `make test` has passed whole in the same build is not run again.
.PHONY: test-all
test-all:
	@sh .ci/deps build test more database docs deb integrations
	@$(MAKE) -s clients
	@sh spec/node/ghost.sh
	@$(MAKE) -s SPECS='--all $(REST)' test
	@$(MAKE) -s SPECS='--all @database' DATA=postgresql test

# make test-integrations   drafts at a real WordPress, from Debian's packages, and a real Ghost, from npm
.PHONY: test-integrations
test-integrations:
	@sh .ci/deps build test integrations
	@command -v npm >/dev/null 2>&1 || sh .ci/deps clients
	@sh spec/node/ghost.sh || true
	@$(call build_quietly,LUAS=lua5.4 all $(BUILD)/spec/deliver_once)
	@eval "$$($(MAKE) -s --no-print-directory env)" && export COPYDESK_BUILD=$(abspath $(BUILD)) && \
		lua5.4 spec/run.lua '^wordpress_' && lua5.4 spec/run.lua '^ghost_'

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

$(BUILD)/obj-linker/text/language.o: src/text/language.c
	@mkdir -p $(@D)
	$(COMPILE) -DLANGUAGE_LISTS_ONLY -Wno-unused-const-variable -c $< -o $@

$(BUILD)/obj/store/db/schema.o: $(BUILD)/gen/schema.inc

# The schema is one SQL file; the driver gets it as bytes, since C compilers need not take string literals that long.
$(BUILD)/gen/schema.inc: src/store/db/schema.sql
	@mkdir -p $(@D)
	od -An -v -tx1 $< | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g' > $@

# What the description of the interface has beside the tables.
$(BUILD)/obj/service/api/openapi.o: $(BUILD)/gen/openapi.inc
$(BUILD)/gen/openapi.inc: src/service/api/frame.json
	@mkdir -p $(@D)
	od -An -v -tx1 $< | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g' > $@

# The prompts are text files; they are compiled in as bytes, each ending in a NUL.
PROMPTS := $(wildcard src/model/prompts/*.txt)
$(BUILD)/obj/model/prompts/prompts.o: $(BUILD)/gen/prompts.inc
$(BUILD)/gen/prompts.inc: $(PROMPTS)
	@mkdir -p $(@D)
	for text in $(PROMPTS); do echo "static const unsigned char prompt_$$(basename $$text .txt)[] = {"; \
		od -An -v -tx1 $$text | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; echo "0x00};"; done > $@

# Style, script and icon of the pages, in the same way.
ASSETS := $(wildcard src/service/web/assets/*)
$(BUILD)/obj/service/web/routes.o: $(BUILD)/gen/assets.inc
$(BUILD)/gen/assets.inc: $(ASSETS)
	@mkdir -p $(@D)
	for file in $(ASSETS); do echo "static const unsigned char asset_$$(basename $$file | tr . _)[] = {"; \
		od -An -v -tx1 $$file | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; echo "0x00};"; done > $@

# The chapters of the manual and their list, in the same way, with a table of them.
CHAPTERS := $(wildcard lua/copydesk/manual/*.md)
TOPICS   := $(filter-out README,$(basename $(notdir $(CHAPTERS))))
$(BUILD)/obj/service/web/manual/manual.o: $(BUILD)/gen/manual.inc
$(BUILD)/gen/manual.inc: $(CHAPTERS)
	@mkdir -p $(@D)
	{ for file in $(CHAPTERS); do echo "static const unsigned char manual_$$(basename $$file .md)[] = {"; \
		od -An -v -tx1 $$file | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; echo "0x00};"; done; \
	echo 'static const struct chapter chapters[] = {'; \
	for topic in $(TOPICS); do \
		echo "{\"$$topic\", {(const char *)manual_$$topic, sizeof manual_$$topic - 1}},"; done; \
	echo '{NULL, {NULL, 0}}};'; } > $@

# The style sheet of a report's page.
$(BUILD)/obj/link/report/page.o: $(BUILD)/gen/page_style.inc
$(BUILD)/gen/page_style.inc: src/link/report/page.css
	@mkdir -p $(@D)
	{ echo 'static const unsigned char page_style[] = {'; \
		od -An -v -tx1 $< | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; echo '0x00};'; } > $@

# A module is src/bind/<module>*.c and src/bind/<module>/*.c with what these share, compiled for one Lua, and the
# engine's objects, which know no Lua.
BIND_SHARED_core    := src/bind/lua_json.c
BIND_SHARED_service := src/bind/lua_json.c
bind_sources = $(wildcard src/bind/$(1)*.c src/bind/$(1)/*.c) src/bind/lua_compat.c $(BIND_SHARED_$(1))
bind_objects = $(patsubst src/bind/%.c,$(BUILD)/obj-$(1)/bind/%.o,$(call bind_sources,$(2)))

define lua_rules
$(BUILD)/obj-$(1)/bind/%.o: src/bind/%.c
	@mkdir -p $$(@D)
	$$(COMPILE) $$(call lua_cflags,$(1)) -c $$< -o $$@

$(BUILD)/lib/$(1)/copydesk/core.so: $(call bind_objects,$(1),core) $(CORE_OBJECTS)
	@mkdir -p $$(@D)
	$$(SHARED) $$^ -o $$@ $$(CORE_LIBS)

$(BUILD)/lib/$(1)/copydesk/signature.so: $(call bind_objects,$(1),signature) $(BUILD)/obj/deliver/signature.o
	@mkdir -p $$(@D)
	$$(SHARED) $$^ -o $$@ $$(SIGNATURE_LIBS) $$(WITH_LIBC)

$(BUILD)/lib/$(1)/copydesk/linker.so: $(call bind_objects,$(1),linker) $(LINKER_OBJECTS)
	@mkdir -p $$(@D)
	$$(SHARED) $$^ -o $$@ $$(LINKER_LIBS)

$(BUILD)/lib/$(1)/copydesk/service.so: $(call bind_objects,$(1),service) $(SERVICE_OBJECTS)
	@mkdir -p $$(@D)
	$$(SHARED) $$^ -o $$@ $$(SERVICE_LIBS)
endef
$(foreach lua,$(sort $(LUAS) $(LUA)),$(eval $(call lua_rules,$(lua))))

# Writes the command for one Lua, $(1), that finds its Lua files below $(2) and its modules below $(3) whatever the
# environment says, into the file $(4). Without $(2) the environment, or whoever wraps it, says where they are.
interpreter = $(or $(shell command -v $(1)),/usr/bin/env $(1))
set_paths = package.path, package.cpath = "$(1)/?.lua;" .. package.path, "$(2)/?.so;" .. package.cpath
write_command = printf '%s\n' '\#!$(call interpreter,$(1))' $(if $(2),'$(call set_paths,$(2),$(3))') \
	'os.exit(require("copydesk.cli").main(arg), true)' > $(4) && chmod 755 $(4)

# A sanitized module needs the sanitizer's runtime before all else, whoever starts the command.
sanitized_command = printf '%s\n' '\#!/bin/sh' \
	'LD_PRELOAD=$(shell $(CC) -print-file-name=libasan.so)$${LD_PRELOAD:+:$$LD_PRELOAD} exec $(abspath $(1)).lua "$$@"' > $(1) && \
	chmod 755 $(1)

# The folders that the commands of this build name; of a checkout that was moved they are made anew.
$(BUILD)/folder: $(if $(filter $(CURDIR),$(shell cat $(BUILD)/folder 2>/dev/null)),,always)
	@mkdir -p $(@D)
	@echo $(CURDIR) > $@

.PHONY: always
always:

$(BUILD)/bin/%/copydesk: Makefile $(BUILD)/folder
	@mkdir -p $(@D)
	$(call write_command,$*,$(CURDIR)/lua,$(abspath $(BUILD))/lib/$*,$@$(if $(SANITIZE),.lua))
	$(if $(SANITIZE),$(call sanitized_command,$@))

# --- tests ---------------------------------------------------------------------------------------------------------

# The fuzz targets are compiled with the tests, so that they do not fall behind.
c-tests: $(C_TESTS) $(FUZZ_OBJECTS) $(addprefix $(BUILD)/spec/,heap.so disk.so clock.so search_once deliver_once)

$(BUILD)/fuzz-objects/%.o: spec/fuzz/%.c
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

$(BUILD)/spec/%.so: spec/support/%.c
	@mkdir -p $(@D)
	$(COMPILE) -shared $< -o $@

$(BUILD)/libcopydesk.a: $(sort $(CORE_OBJECTS) $(SERVICE_OBJECTS))
	rm -f $@
	ar qcs $@ $^

# A test named test_oom_* meets a malloc that fails when told to.
OOM_WRAP := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(BUILD)/spec/%: spec/c/%.c $(BUILD)/libcopydesk.a
	@mkdir -p $(@D)
	$(COMPILE) -Ispec/c $< -o $@ $(if $(findstring test_oom_,$*),$(OOM_WRAP)) $(BUILD)/libcopydesk.a \
		-lcmocka $(CORE_LIBS) $(SERVICE_LIBS) $(READERS)

# A test named test_lua_* holds a Lua itself, with the modules of the client and of the service linked in.
TEST_LUA := lua5.4
$(BUILD)/spec/test_lua_%: spec/c/test_lua_%.c $(sort $(call bind_objects,$(TEST_LUA),core) $(call bind_objects,$(TEST_LUA),service)) $(BUILD)/libcopydesk.a
	@mkdir -p $(@D)
	$(COMPILE) $(call lua_cflags,$(TEST_LUA)) -Ispec/c $(filter-out %.h,$^) -o $@ $(if $(findstring test_lua_oom,$@),$(OOM_WRAP)) \
		-lcmocka $(CORE_LIBS) $(SERVICE_LIBS) $(call pkg,--libs,$(TEST_LUA))

# make fuzz    run each fuzz target for FUZZ_SECONDS (60)
FUZZ_SECONDS ?= 60
fuzz:
	@sh .ci/deps build test lint
	@$(MAKE) -s -j$(JOBS) BUILD=$(BUILD)/fuzzing CC=clang SANITIZE=fuzzer-no-link,address,undefined fuzzers
	@sh spec/fuzz/run.sh $(BUILD)/fuzzing/fuzz $(FUZZ_SECONDS)

fuzzers: $(FUZZERS)

$(BUILD)/fuzz/%: spec/fuzz/%.c $(BUILD)/libcopydesk.a
	@mkdir -p $(@D)
	$(COMPILE) -fsanitize=fuzzer $< -o $@ $(BUILD)/libcopydesk.a $(CORE_LIBS) $(SERVICE_LIBS) $(READERS)

# Two readers of Markdown, which judge what Markdown means.
$(BUILD)/spec/test_link_commonmark $(BUILD)/spec/test_link_markdown $(BUILD)/fuzz/markdown $(BUILD)/spec/test_text_markdown $(BUILD)/fuzz/prose_markdown: READERS = -lcmark -lmd4c-html

# make asan    the whole test suite under the address and undefined-behaviour sanitizers
asan:
	@sh .ci/deps build test
	@COPYDESK_SILENT=600 $(MAKE) BUILD=$(BUILD)/asan SANITIZE=address,undefined CFLAGS='-O1 -g' test

# make valgrind   the client's tests under valgrind
.PHONY: valgrind
valgrind:
	@sh .ci/deps build test valgrind
	@$(MAKE) -s -j$(JOBS) all c-tests
	@eval "$$($(MAKE) -s --no-print-directory env)" && LUA=$(LUA) COPYDESK_BUILD=$(abspath $(BUILD)) sh spec/valgrind.sh

# make torture   kills a service KILLS times (1000) in the middle of its work, and fails each of its writes to the disk;
#                NODES=3: so many nodes on one PostgreSQL, KILLS times (500) one of them, DATABASE_KILLS times (50) the
#                database, and pauses them, cuts them off and sets their clocks
.PHONY: torture
NODES ?= 1
KILLS ?= $(if $(filter 1,$(NODES)),1000,500)
DATABASE_KILLS ?= 50
TORTURE_SPECS := $(if $(filter 1,$(NODES)),^torture_spec disk_spec,^nodes_torture_spec)
torture:
	@sh .ci/deps build test $(if $(filter 1,$(NODES)),,database)
	@$(call build_quietly,LUAS=lua5.4 all $(BUILD)/spec/disk.so $(BUILD)/spec/clock.so)
	@eval "$$($(MAKE) -s --no-print-directory LUA=lua5.4 env)" && COPYDESK_BUILD=$(abspath $(BUILD)) COPYDESK_SILENT=7200 \
		COPYDESK_KILLS=$(KILLS) COPYDESK_NODE_KILLS=$(KILLS) COPYDESK_DATABASE_KILLS=$(DATABASE_KILLS) \
		COPYDESK_NODES=$(NODES) lua5.4 spec/run.lua $(TORTURE_SPECS)

# make hostile-table   what the service and nginx make of malformed requests, in build/hostile.md
.PHONY: hostile-table
hostile-table:
	@HOSTILE_TABLE=$(abspath $(BUILD))/hostile.md $(MAKE) -s test SPECS=hostile_requests
	@cat $(BUILD)/hostile.md

# make ssrf-table   what becomes of addresses that lead into private networks, in build/ssrf.md
.PHONY: ssrf-table
ssrf-table:
	@SSRF_TABLE=$(abspath $(BUILD))/ssrf.md $(MAKE) -s test SPECS=ssrf
	@cat $(BUILD)/ssrf.md

# make bench   figures, as ratios to peers measured in the same run
bench:
	@sh .ci/deps build test bench
	@$(MAKE) -s -j$(JOBS) all bench-programs
	@eval "$$($(MAKE) -s --no-print-directory env)" && COPYDESK_BUILD=$(abspath $(BUILD)) sh spec/bench/run.sh

bench-programs: $(patsubst spec/bench/%.c,$(BUILD)/bench/%,$(wildcard spec/bench/*.c))

BENCH_SITE := $(patsubst spec/bench/site/%.c,$(BUILD)/obj-bench/%.o,$(wildcard spec/bench/site/*.c))
$(BUILD)/bench/%: spec/bench/%.c $(BENCH_SITE) $(BUILD)/libcopydesk.a
	@mkdir -p $(@D)
	$(COMPILE) $< -o $@ $(BENCH_SITE) $(BUILD)/libcopydesk.a $(CORE_LIBS) $(SERVICE_LIBS)

$(BUILD)/obj-bench/%.o: spec/bench/site/%.c
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

# make writer-report     articles of the built-in writer from Debian's documentation, and what programs find wrong in them
# make writer-requests   how often it refuses and accepts, and finds the right page, on thousands of requests
# make writer-leads      its introductions beside those that people wrote
.PHONY: writer-report writer-requests writer-leads
WRITER_REPORT = articles
writer-requests: WRITER_REPORT = requests
writer-leads: WRITER_REPORT = leads
writer-report writer-requests writer-leads:
	@sh .ci/deps build report && echo "copydesk: the packages to write from are installed (.ci/deps, group report)"
	@$(call build_quietly,LUAS=lua5.4 all)
	@eval "$$($(MAKE) -s --no-print-directory LUA=lua5.4 env)" && COPYDESK_BUILD=$(abspath $(BUILD)) \
		ARTICLES='$(ARTICLES)' OUT='$(OUT)' lua5.4 spec/report/report.lua $(WRITER_REPORT)

# make extraction-report PAGES=folder   the main text of web pages beside a public set (spec/report/extraction)
.PHONY: extraction-report
extraction-report:
	@sh .ci/deps build test
	@$(call build_quietly,LUAS=lua5.4 $(BUILD)/report/main_text)
	@COPYDESK_BUILD=$(abspath $(BUILD)) PAGES='$(PAGES)' OUT='$(OUT)' lua5.4 spec/report/extraction/report.lua

$(BUILD)/report/%: spec/report/extraction/%.c $(BUILD)/libcopydesk.a
	@mkdir -p $(@D)
	$(COMPILE) $< -o $@ $(BUILD)/libcopydesk.a $(CORE_LIBS) $(SERVICE_LIBS)

# make linkscore LINKEVAL=folder   trains the model that judges links, leaving out one corpus at a time, and
#                runs linkeval on each with the linker that knows the others, bare and inside the frames of themes
LINKEVAL ?= ../shared/linkeval
PYTHON   ?= /usr/bin/python3
TRAINED  := $(patsubst $(LINKEVAL)/corpora/%.jsonl.xz,%,$(wildcard $(LINKEVAL)/corpora/*.jsonl.xz))
.PHONY: linkscore linkscore-model linkscore-linkers
linkscore: linkscore-model
	@$(MAKE) -s -j$(JOBS) linkscore-linkers
	@eval "$$($(MAKE) -s --no-print-directory LUA=lua5.4 env)" && \
		sh spec/train/linkscore.sh $(LINKEVAL) $(BUILD)/train/linkers && \
		sh spec/train/framed.sh $(LINKEVAL) $(BUILD)/train/linkers

linkscore-model:
	@[ -f $(LINKEVAL)/linkeval.lua ] || { echo "linkscore: no linkeval.lua in $(LINKEVAL): say LINKEVAL=folder" >&2; exit 2; }
	@$(PYTHON) -c 'import xgboost, sklearn' 2>/dev/null || \
		{ echo "linkscore: needs Debian's python3-xgboost and python3-sklearn" >&2; exit 2; }
	@$(MAKE) -s -j$(JOBS) $(BUILD)/train/extract $(BUILD)/train/choose.so
	@EXTRACT=$(BUILD)/train/extract sh spec/train/extract.sh $(LINKEVAL) $(BUILD)/train/data warm cold
	@LINK_CHOOSER=$(abspath $(BUILD))/train/choose.so $(PYTHON) spec/train/train.py --data $(BUILD)/train/data \
		--export $(BUILD)/train/models

linkscore-linkers: $(foreach corpus,$(TRAINED),$(BUILD)/train/linkers/$(corpus)/copydesk/linker.so)

# The parts of `make linkscore` in C: what writes the rows to train on, and how links are chosen, for train.py.
$(BUILD)/train/%: spec/train/%.c $(BUILD)/libcopydesk.a
	@mkdir -p $(@D)
	$(COMPILE) $< -o $@ $(BUILD)/libcopydesk.a $(CORE_LIBS) $(SERVICE_LIBS)

# The linker with another table of trees: the one that was trained on all corpora but %.
$(BUILD)/train/linkers/%/model.o: $(BUILD)/train/models/%.inc src/link/match/model.c
	@mkdir -p $(@D)
	$(COMPILE) -DMODEL_TREES='"$(abspath $<)"' -c src/link/match/model.c -o $@

$(BUILD)/train/linkers/%/copydesk/linker.so: $(BUILD)/train/linkers/%/model.o $(call bind_objects,lua5.4,linker) $(LINKER_OBJECTS)
	@mkdir -p $(@D)
	$(SHARED) $(filter-out $(BUILD)/obj/link/match/model.o,$^) -o $@ $(LINKER_LIBS)

$(BUILD)/train/%.so: spec/train/%.c
	@mkdir -p $(@D)
	$(COMPILE) -shared $< -o $@

# make lint    layout, static analysis, Lua
lint:
	@sh .ci/deps build lint
	clang-format --dry-run -Werror $(shell find src spec -name '*.[ch]')
	cppcheck --quiet --enable=warning,performance,portability --inline-suppr --error-exitcode=1 --std=c11 \
		--suppress=missingIncludeSystem -Isrc src
	luacheck --quiet lua spec examples

# --- documentation -------------------------------------------------------------------------------------------------

.PHONY: types docs
GENERATE = eval "$$($(MAKE) -s --no-print-directory LUA=lua5.4 env)" && lua5.4 spec/types/generate.lua

# make types   the editor annotations and the manual's tables, from the tables that the code works by
types:
	@sh .ci/deps build
	@$(MAKE) -s -j$(JOBS) LUAS=lua5.4 all
	@$(GENERATE) types lua/copydesk/types.lua
	@$(GENERATE) manual

# make docs    the manual as web pages, in build/docs
docs:
	@sh .ci/deps build docs
	@$(MAKE) -s -j$(JOBS) LUAS=lua5.4 all
	@rm -rf $(BUILD)/manual && mkdir -p $(BUILD)/manual
	@$(GENERATE) pages $(BUILD)/manual
	@cd $(BUILD)/manual && lua5.1 "$$(command -v ldoc)" --quiet --fatalwarnings --dir $(abspath $(BUILD))/docs . >/dev/null
	@echo "wrote $(BUILD)/docs/index.html"

# --- rocks ---------------------------------------------------------------------------------------------------------

# What rockspec/*.rockspec build by: one module for the Lua whose headers are in LUA_INCDIR, and the command, in build/rock.
# LuaRocks says where the libraries are; without pkg-config that is all there is. Objects of the last Lua are dropped.
# It looks for most headers too; HEADERS_<module> are those that it would not find.
HEADERS_core    := curl/curl.h
HEADERS_service := curl/curl.h libxml/parser.h
.PHONY: rock
rock:
	@for header in $(HEADERS_$(MODULE)); do \
		echo "#include <$$header>" | $(CC) $(PACKAGE_CFLAGS) $(CPPFLAGS) -E -x c - >/dev/null 2>&1 && continue; \
		echo "copydesk: the header $$header is missing: install the development files of its library" >&2; exit 1; \
	done
	@rm -rf build/rock/obj-rock build/rock/lib
	@$(MAKE) -s -j$(JOBS) BUILD=build/rock LUAS=rock lua_cflags='-I$(LUA_INCDIR)' \
		build/rock/lib/rock/copydesk/$(MODULE).so
	@mkdir -p build/rock/bin
	@$(call write_command,$(LUA),,,build/rock/bin/copydesk)

# --- use -----------------------------------------------------------------------------------------------------------

# make env     shell lines with which a Lua uses the build in place: eval "$(make -s env)", make env LUA=luajit
env:
	@echo 'export PATH="$(abspath $(BUILD))/bin/$(LUA):$$PATH"'
	@echo 'export LUA_PATH="$(CURDIR)/lua/?.lua;$(CURDIR)/lua/?/init.lua;$${LUA_PATH:-;}"'
	@echo 'export LUA_CPATH="$(abspath $(BUILD))/lib/$(LUA)/?.so;$${LUA_CPATH:-;}"'

# The manual page, and what completes the command in each shell, as the command itself writes them.
SHELLS        := bash zsh fish
SHELL_SCRIPTS := $(addprefix $(BUILD)/completion/,$(SHELLS))
place_bash    := bash-completion/completions/copydesk
place_zsh     := zsh/site-functions/_copydesk
place_fish    := fish/vendor_completions.d/copydesk.fish
RUN_COMMAND    = eval "$$($(MAKE) -s --no-print-directory env)" && copydesk
$(BUILD)/man/copydesk.1: $(call modules,$(LUA)) $(BUILD)/bin/$(LUA)/copydesk $(shell find lua -name '*.lua')
	@mkdir -p $(@D)
	$(RUN_COMMAND) manual > $@.new && mv $@.new $@

# A page for each chapter of the manual; all are made anew when one has changed.
CHAPTER_PAGES := $(TOPICS:%=$(BUILD)/man/copydesk-%.7)
$(CHAPTER_PAGES) &: $(BUILD)/man/copydesk.1 $(CHAPTERS)
	@$(RUN_COMMAND) --version >/dev/null && for topic in $(TOPICS); do \
		copydesk manual $$topic > $(BUILD)/man/copydesk-$$topic.7 || exit 1; done

$(SHELL_SCRIPTS): $(call modules,$(LUA)) $(BUILD)/bin/$(LUA)/copydesk lua/copydesk/cli/shells.lua
	@mkdir -p $(@D)
	$(RUN_COMMAND) completion $(@F) > $@.new && mv $@.new $@

# make install PREFIX=/usr/local   the modules for LUA, the Lua files and the command, the manual and completion
LUA_ABI = $(if $(findstring luajit,$(LUA)),5.1,$(patsubst lua%,%,$(LUA)))
LUA_DIR = $(abspath $(PREFIX))/share/lua/$(LUA_ABI)
LIB_DIR = $(abspath $(PREFIX))/lib/lua/$(LUA_ABI)
BIN_DIR = $(abspath $(PREFIX))/bin
SHARE_DIR = $(abspath $(PREFIX))/share
install: $(call modules,$(LUA)) $(BUILD)/man/copydesk.1 $(CHAPTER_PAGES) $(SHELL_SCRIPTS)
	install -d $(DESTDIR)$(BIN_DIR) $(DESTDIR)$(LIB_DIR)/copydesk $(DESTDIR)$(LUA_DIR)
	install -m 644 $(call modules,$(LUA)) $(DESTDIR)$(LIB_DIR)/copydesk
	install -D -m 644 $(BUILD)/man/copydesk.1 $(DESTDIR)$(SHARE_DIR)/man/man1/copydesk.1
	install -d $(DESTDIR)$(SHARE_DIR)/man/man7
	install -m 644 $(CHAPTER_PAGES) $(DESTDIR)$(SHARE_DIR)/man/man7
	$(foreach shell,$(SHELLS),install -D -m 644 $(BUILD)/completion/$(shell) \
		$(DESTDIR)$(SHARE_DIR)/$(place_$(shell)) &&) true
	cd lua && find . \( -name '*.lua' -o -path './copydesk/manual/*.md' \) -exec install -D -m 644 {} $(abspath $(DESTDIR)$(LUA_DIR))/{} \;
	$(call write_command,$(LUA),$(if $(STANDARD_PLACES),,$(LUA_DIR)),$(LIB_DIR),$(DESTDIR)$(BIN_DIR)/copydesk)

# make uninstall PREFIX=/usr/local   removes what make install put there
.PHONY: uninstall
uninstall:
	rm -rf $(DESTDIR)$(LIB_DIR)/copydesk $(DESTDIR)$(LUA_DIR)/copydesk $(DESTDIR)$(LUA_DIR)/copydesk.lua
	rm -f $(DESTDIR)$(BIN_DIR)/copydesk $(DESTDIR)$(SHARE_DIR)/man/man1/copydesk.1 \
		$(TOPICS:%=$(DESTDIR)$(SHARE_DIR)/man/man7/copydesk-%.7) $(foreach shell,$(SHELLS),$(DESTDIR)$(SHARE_DIR)/$(place_$(shell)))

# make deb     a package for Debian with the modules of this build, in build/; DEB_DIR=folder puts it elsewhere
DEB_DIR   ?= $(BUILD)
DEB_LUA   := lua5.4
.PHONY: deb
deb:
	@sh .ci/deps build deb
	@$(call build_quietly,LUAS=$(DEB_LUA) all)
	@rm -rf $(DEB_DIR)/deb/tree $(DEB_DIR)/deb/*.deb
	@$(DEB_LUA) rockspec/deb.lua $(DEB_DIR)/deb/tree
	@cd $(DEB_DIR)/deb/tree && env -u MAKEFLAGS -u MAKELEVEL COPYDESK_TREE=$(CURDIR) \
		COPYDESK_BUILD=$(abspath $(BUILD)) DEB_BUILD_OPTIONS=noautodbgsym debian/rules binary > ../log 2>&1 || \
		{ cat ../log >&2; exit 1; }
	@mv $(DEB_DIR)/deb/*.deb $(DEB_DIR) && rm -rf $(DEB_DIR)/deb/tree
	@echo "wrote $$(ls -t $(DEB_DIR)/copydesk_*.deb | head -n 1)"

# make clean   remove all that was built
clean:
	rm -rf build

-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
