package arrivals

import (
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	for _, test := range []struct{ name, json, want string }{
		{"valid options are accepted", `{"rate":0.5,"duration":"30s","vus":1}`, ""},
		{"rate 0 is a problem", `{"rate":0,"duration":"30s","vus":1}`, "rate must be above 0 and at most 1000000 arrivals per second; got 0"},
		{"a rate that is too high to count is a problem", `{"rate":1e7,"duration":"30s","vus":1}`, "at most 1000000 arrivals per second; got 1e+07"},
		{"an unknown process is a problem", `{"rate":1,"duration":"30s","vus":1,"process":"bursty"}`, `process must be one of bursts, closed, constant, poisson, trace; got "bursty"`},
		{"no duration is a problem", `{"rate":1,"vus":1}`, `duration must be above 0, such as "30s"`},
		{"no virtual users is a problem", `{"rate":1,"duration":"30s"}`, "vus must be above 0; got 0"},
		{"stages are accepted", `{"process":"constant","stages":[{"seconds":1,"from":0,"to":5}],"duration":"1s","vus":1}`, ""},
		{"stages without any rate are a problem", `{"stages":[{"seconds":1}],"duration":"1s","vus":1}`, "at least one stage must have a rate above 0"},
		{"a stage without a duration is a problem", `{"stages":[{"to":1}],"duration":"1s","vus":1}`, "stage 1 must have seconds above 0"},
		{"stages beside a rate are a problem", `{"rate":1,"stages":[{"seconds":1,"to":5}],"duration":"1s","vus":1}`, "rate, rates and stages cannot be combined; set one of them"},
		{"a rate for each scenario is accepted", `{"process":"constant","rates":{"chat":5,"images":0.1},"duration":"1s","vus":1}`, ""},
		{"a rate for each scenario of a poisson process is a problem", `{"rates":{"chat":5},"duration":"1s","vus":1}`, "rates is not an option of process poisson"},
		{"a rate of 0 for a scenario is a problem", `{"process":"constant","rates":{"chat":0},"duration":"1s","vus":1}`, `got 0 for "chat"`},
		{"bursts are accepted", `{"process":"bursts","burstSize":5,"burstEveryMs":100,"duration":"1s","vus":1}`, ""},
		{"bursts without a size are a problem", `{"process":"bursts","burstEveryMs":100,"duration":"1s","vus":1}`, "burstSize must be above 0; got 0"},
		{"bursts without an interval are a problem", `{"process":"bursts","burstSize":5,"duration":"1s","vus":1}`, "burstEveryMs must be above 0"},
		{"bursts at a rate are a problem", `{"process":"bursts","rate":3,"burstSize":5,"burstEveryMs":1,"duration":"1s","vus":1}`, "rate is not an option of process bursts"},
		{"a closed model is accepted", `{"process":"closed","thinkMs":5,"duration":"1s","vus":1}`, ""},
		{"a trace is accepted", `{"process":"trace","trace":"a.jsonl","speed":2,"duration":"1s","vus":1}`, ""},
		{"a trace without a file is a problem", `{"process":"trace","duration":"1s","vus":1}`, "trace must be the path of a file"},
		{"a trace with a speed below 0 is a problem", `{"process":"trace","trace":"a","speed":-1,"duration":"1s","vus":1}`, "speed must be above 0; got -1"},
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
