// Exponential, logarithm and the normal distribution out of additions, multiplications, divisions
// and square roots alone, which round exactly: an audit has the same bytes natively and as
// WebAssembly, where the functions of the C library differ in their last bits.
#ifndef BFCLX_CORE_AUDIT_ELEMENTARY_H_
#define BFCLX_CORE_AUDIT_ELEMENTARY_H_

namespace bfclx {

// Relative errors below 1e-15. Of finite numbers, exp_of within [-700, 700], beyond which it stays
// at the bound's; log_of above 0 and no denormal.
double exp_of(double x);
double log_of(double x);

double logistic_of(double x);  // 1 / (1 + exp(-x))
double logit_of(double p);     // log(p / (1 - p)), 0 < p < 1
double tanh_of(double x);
double atanh_of(double x);  // -1 < x < 1

// P(Z <= z) of a standard normal Z; relative error below 1e-12.
double normal_below(double z);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_ELEMENTARY_H_
