package main

import (
	"slices"
	"strings"
	"testing"
)

func TestOutputsOfARun(t *testing.T) {
	for _, test := range []struct{ name, args, env, wantArgs, wantEnv string }{
		{"a run gets it", "k6 run a.js", "", "k6 run a.js", "assay-tap"},
		{"outputs of the environment stay", "k6 run a.js", "json=x", "k6 run a.js", "json=x,assay-tap"},
		{"outputs of the command line stay", "k6 run --out json=x a.js", "csv", "k6 run --out assay-tap --out json=x a.js", "csv"},
		{"the short flag is one too", "k6 -q run -ojson=x a.js", "", "k6 -q run --out assay-tap -ojson=x a.js", ""},
		{"the names of GenAI accompany OpenTelemetry", "k6 run --out opentelemetry a.js", "", "k6 run --out assay-tap --out assay-gen-ai --out opentelemetry a.js", ""},
		{"also that of the environment", "k6 run a.js", "csv,opentelemetry", "k6 run a.js", "csv,opentelemetry,assay-tap,assay-gen-ai"},
		{"another command gets none", "k6 inspect a.js", "", "k6 inspect a.js", ""},
	} {
		t.Run("outputs: "+test.name, func(t *testing.T) {
			env := map[string]string{"K6_OUT": test.env}
			args := withOutputs(strings.Fields(test.args), func(key string) string { return env[key] },
				func(key, value string) error { env[key] = value; return nil })
			if !slices.Equal(args, strings.Fields(test.wantArgs)) || env["K6_OUT"] != test.wantEnv {
				t.Errorf("got %q with %q", args, env["K6_OUT"])
			}
		})
	}
}
