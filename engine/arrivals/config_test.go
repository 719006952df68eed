package arrivals

import (
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	for _, test := range []struct{ name, json, want string }{
		{"a good one is accepted", `{"rate":0.5,"duration":"30s","vus":1}`, ""},
		{"rate 0 is a problem", `{"rate":0,"duration":"30s","vus":1}`, "rate needs a number of arrivals per second above 0; got 0"},
		{"an unknown process is a problem", `{"rate":1,"duration":"30s","vus":1,"process":"bursty"}`, `process must be one of constant, poisson; got "bursty"`},
		{"no duration is a problem", `{"rate":1,"vus":1}`, `duration needs a time above 0, such as "30s"`},
		{"no virtual users is a problem", `{"rate":1,"duration":"30s"}`, "vus needs a number of virtual users above 0; got 0"},
		{"an unknown option is a problem", `{"rate":1,"duration":"30s","vus":1,"maxVUs":3}`, `unknown field "maxVUs"`},
	} {
		t.Run("options: "+test.name, func(t *testing.T) {
			config, err := newConfig("mixed", []byte(test.json))
			var problems []string
			if err != nil {
				problems = append(problems, err.Error())
			} else {
				for _, problem := range config.Validate() {
					problems = append(problems, problem.Error())
				}
			}
			if got := strings.Join(problems, "; "); !strings.Contains(got, test.want) || (test.want == "") != (got == "") {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
